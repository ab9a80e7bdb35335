"""What all documents share: their type, options, checks, packs and digests, and the templates of a club."""
