"""What somebody sees who may not do what an address does."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A visitor is asked to sign in and comes back; a user learns that the right is missing."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method == "GET" else request.path)
    return render(request, "403.html", status=403)
