"""Events for programs: the list, one event with its sessions, its entries, and its end."""

from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.api.v1.fields import ErrorSerializer, SeatField
from tournaments.api.v1.finding import find_event_for_program
from tournaments.api.v1.queries import QueryView
from tournaments.api.v1.throttles import ReadThrottle, WriteThrottle
from tournaments.base.access import Right
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.enums import EntryPresence, TournamentState, Visibility
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import Entry, EntryMember, Person, Session, Tournament
from tournaments.site.queries.program_events import events_listed_for


class EventSerializer(serializers.Serializer[Tournament]):
    """An event. `corrected_at` is the last change of its ranking after the end, null without one."""

    slug = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug")
    club_name = serializers.CharField(source="club.name")
    starts_on = serializers.DateField()
    starts_at = serializers.TimeField(allow_null=True)
    place = serializers.CharField()
    format = serializers.CharField()
    game = serializers.CharField()
    state = serializers.CharField(help_text="draft, seated, playing or finished.")
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    is_archived = serializers.SerializerMethodField()
    corrected_at = serializers.DateTimeField(allow_null=True)

    def get_is_archived(self, event: Tournament) -> bool:
        return event.archived_at is not None


class SessionSerializer(serializers.Serializer[Session]):
    """A session with the number of its deals at all tables and of their results."""

    number = serializers.IntegerField()
    coefficient = serializers.DecimalField(max_digits=6, decimal_places=3)
    is_final = serializers.BooleanField()
    plays = serializers.IntegerField(source="play_count")
    results = serializers.IntegerField(source="result_count")


class EventWithSessionsSerializer(EventSerializer):
    """An event with its sessions in order."""

    sessions = SessionSerializer(many=True, source="counted_sessions")
    entries = serializers.IntegerField(source="entry_count")


class EventsFilterSerializer(serializers.Serializer[Any]):
    """Filter of the list; all events by default."""

    club = serializers.SlugField(max_length=80, required=False, help_text="Short address of a club.")
    state = serializers.ChoiceField(choices=TournamentState.choices, required=False)
    since = serializers.DateField(required=False, help_text="First day.")
    until = serializers.DateField(required=False, help_text="Last day.")


class EventsPage(PageNumberPagination):
    page_size = 100
    page_query_description = "Number of the page, from 1."


class EventsView(QueryView, GenericAPIView[Tournament]):
    query_names = frozenset({"club", "page", "since", "state", "until"})
    throttle_classes = (ReadThrottle,)
    serializer_class = EventSerializer
    pagination_class = EventsPage
    queryset = Tournament.objects.none()

    @extend_schema(
        operation_id="events_list",
        parameters=[EventsFilterSerializer],
        responses={200: EventSerializer(many=True), 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the public events, and those that the account works for, the latest first."""
        serializer = EventsFilterSerializer(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        lookups = {
            "club": "club__slug",
            "state": "state",
            "since": "starts_on__gte",
            "until": "starts_on__lte",
        }
        filters = {lookups[name]: value for name, value in serializer.validated_data.items()}
        page = self.paginate_queryset(events_listed_for(request.user).filter(**filters)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class EventView(QueryView):
    throttle_classes = (ReadThrottle,)

    @extend_schema(
        operation_id="event_read",
        responses={200: EventWithSessionsSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return an event with its sessions."""
        tournament = find_event_for_program(request, slug, Right.VIEW)[0]
        return Response(_event_data(tournament))


class PersonSerializer(serializers.Serializer[Person]):
    """A player of the register."""

    last_name = serializers.CharField()
    first_name = serializers.CharField()
    licence = serializers.CharField(source="federation_number")
    series = serializers.CharField()
    home_club = serializers.CharField()


class EntrySerializer(serializers.Serializer[Entry]):
    """A player or a team, with the number that rankings and boards call `entry`, and its first place."""

    id = serializers.IntegerField()
    name = serializers.CharField(source="__str__", help_text="Of the team, or of the player.")
    presence = serializers.ChoiceField(choices=EntryPresence.choices)
    start_table = serializers.IntegerField(allow_null=True)
    start_seat = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()

    def get_start_seat(self, entry: Entry) -> str | None:
        """Code of the first seat; null for an entry without a place, or one that rests first."""
        if entry.start_seat is None or entry.start_seat == RELAY_SEAT:
            return None
        return SeatField().to_representation(entry.start_seat)

    def get_players(self, entry: Entry) -> list[dict[str, str]]:
        """Players of the team, or the player alone."""
        people = [member.person for member in entry.members.all()] if entry.name else []
        return [dict(PersonSerializer(person).data) for person in people or [entry.person]]


class EntriesPage(PageNumberPagination):
    page_size = 200
    page_query_description = "Number of the page, from 1."


class EntriesView(QueryView, GenericAPIView[Entry]):
    query_names = frozenset({"page"})
    throttle_classes = (ReadThrottle,)
    serializer_class = EntrySerializer
    pagination_class = EntriesPage
    queryset = Entry.objects.none()

    @extend_schema(
        operation_id="entries_list",
        responses={200: EntrySerializer(many=True), 403: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries with full names and licence numbers. Only for users with access to the desk."""
        tournament = find_event_for_program(request, slug, Right.READ_DESK)[0]
        page = self.paginate_queryset(_list_entries(tournament)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class StateSerializer(serializers.Serializer[Any]):
    """The state that the event shall have."""

    is_finished = serializers.BooleanField(help_text="False reopens the event, for a correction.")


class EventStateView(QueryView):
    throttle_classes = (WriteThrottle,)

    @extend_schema(
        operation_id="event_state_set",
        request=StateSerializer,
        responses={
            200: EventWithSessionsSerializer,
            400: ErrorSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def put(self, request: Request, slug: str) -> Response:
        """Finish an event, or reopen it. An event that has the state already keeps it."""
        tournament = find_event_for_program(request, slug, Right.PREPARE)[0]
        serializer = StateSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        is_finished = serializer.validated_data["is_finished"]
        assert isinstance(request.user, User)
        if is_finished and tournament.state != TournamentState.FINISHED:
            tournament = finish_tournament(tournament=tournament, finished_by=request.user)
        elif not is_finished and tournament.state == TournamentState.FINISHED:
            tournament = reopen_tournament(tournament=tournament, reopened_by=request.user)
        return Response(_event_data(tournament))


def _event_data(tournament: Tournament) -> dict[str, Any]:
    """Return an event with its sessions. Three queries."""
    is_current = Q(sections__rounds__plays__slips__is_current=True)
    sessions = tournament.sessions.annotate(
        play_count=Count("sections__rounds__plays", distinct=True),
        result_count=Count("sections__rounds__plays__slips", filter=is_current, distinct=True),
    )
    tournament.counted_sessions = sessions.order_by("number")  # type: ignore[attr-defined]
    tournament.entry_count = tournament.entries.count()  # type: ignore[attr-defined]
    return dict(EventWithSessionsSerializer(tournament).data)


def _list_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries by name. Two queries a page."""
    members = EntryMember.objects.select_related("person")
    return tournament.entries.select_related("person").prefetch_related(Prefetch("members", members))
