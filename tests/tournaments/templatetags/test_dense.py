"""Template source without its indentation."""

from django.template import Context, Template


def test_indentation_goes_and_spaces_between_words_stay() -> None:
    source = "<p>\n      {{ name }}\n\n      <b>one  two</b> three\n    </p>"
    template = Template("{% load dense %}{% dense %}" + source + "{% enddense %}\n    <p>")

    html = template.render(Context({"name": "<Ana>"}))

    assert html == "<p>\n&lt;Ana&gt;\n<b>one  two</b> three\n</p>\n    <p>"
