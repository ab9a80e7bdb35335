"""Rows that cannot be deleted, because others of the site refer to them."""

from functools import reduce
from operator import or_

from django.db.models import PROTECT, Exists, Model, OuterRef, Q


def is_protected(model: type[Model]) -> Q:
    """Return the condition of the rows of a model that rows of other models protect. No query of its own.

    It follows the relations of the model, so that a new one is among them.
    """
    relations = [relation for relation in model._meta.related_objects if relation.on_delete is PROTECT]
    references = (
        Q(Exists(relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})))
        for relation in relations
    )
    return reduce(or_, references)
