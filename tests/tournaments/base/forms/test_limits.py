"""Forms with a text or a file state their limit beforehand, and refuse more at the field."""

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tournaments.deals.forms.deals import ProofForm
from tournaments.deals.organiser.deal_sources import DealFileForm
from tournaments.results.forms.table_results import FlagForm
from tournaments.results.organiser.play_record import PlayRecordForm


@pytest.mark.parametrize("form", [ProofForm, DealFileForm, PlayRecordForm, FlagForm])
def test_every_text_and_file_has_its_limit_below_it(form: type[forms.Form]) -> None:
    large = {
        name: str(field.help_text)
        for name, field in form.base_fields.items()
        if isinstance(field, forms.FileField) or isinstance(field.widget, forms.Textarea)
    }

    assert large
    assert {name for name, limit_text in large.items() if not limit_text.endswith(" au plus.")} == set()


@pytest.mark.django_db
def test_page_that_verifies_says_its_limits_and_refuses_more_at_the_field(client: Client) -> None:
    path = reverse("public-verify")
    large = SimpleUploadedFile("donnes.json", b"[" * (ProofForm.MOST_BYTES + 1))

    page = client.get(path).content.decode()
    refused = client.post(path, {"file": large})
    text = client.post(path, {"document": "[" * (ProofForm.MOST_BYTES + 1)})

    assert "100 Ko au plus." in page
    assert "100\u00a0000 signes au plus." in page
    assert "100 Ko au plus." in refused.context["form"].errors["file"][0]
    assert list(text.context["form"].errors) == ["document"]
