"""Static files of a server, each under a name that changes with its content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's own, which follows the imports of our modules, too.

    Django's switch for modules would also read those of packages, which name files that are not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from ["'](?P<url>\.[./].*?)["'];)""", 'from "%(url)s";'),)),
    )
