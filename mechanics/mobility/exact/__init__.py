"""What is certain: configurations in balls and number fields, and families of them."""
