"""What all tests share: the profile of Hypothesis."""

import profiles

profiles.load()
