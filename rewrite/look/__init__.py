"""Display: terms as MathML, derivations as pages, terms and graphs as drawings."""
