"""Made-up evenings: the demonstration club, practice events, specimens of papers."""
