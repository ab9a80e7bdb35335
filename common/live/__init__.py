"""The live channel: services tell that there is more, pages that listen ask for what they may see."""
