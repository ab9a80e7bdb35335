"""Static files of a server, each under a name that changes with its content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """WhiteNoise's own, which follows the imports of our modules and the icons of the home screen, too.

    Django's switch for modules would also read those of packages, which name files that are not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from ["'](?P<url>\.[./].*?)["'];)""", 'from "%(url)s";'),)),
        ("*.webmanifest", ((r"""(?P<matched>"src": "(?P<url>.*?)")""", '"src": "%(url)s"'),)),
    )
