"""Terms as text and back: printing, parsing, JSON, declarations."""
