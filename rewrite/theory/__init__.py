"""The standard operators, declared through the same door as a user's."""
