"""One live channel: services tell that something changed, pages that listen then ask for what they may see."""
