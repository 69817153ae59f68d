"""Which policies does the invented handbook have, and what limit is each one's own?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One policy: the request it is about, and the limit that is its own."""

    topic: str
    request: str
    limit_ask: str
    limit_say: str
    limits: tuple[str, ...]


def _policy(topic: str, request: str, ask: str, say: str, limits: str) -> Policy:
    values = tuple(each.strip() for each in limits.split("|"))
    return Policy(topic=topic, request=request, limit_ask=ask, limit_say=say, limits=values)


POLICIES = (
    _policy(
        "parental leave",
        "a parental leave request",
        "How much paid parental leave can {g} take?",
        "{g} can take {v} of paid parental leave",
        "10 weeks | 12 weeks | 14 weeks | 16 weeks | 18 weeks",
    ),
    _policy(
        "annual leave carry over",
        "a carry over request",
        "How many leave days can {g} carry into the next year?",
        "{g} can carry {v} of leave into the next year",
        "3 days | 5 days | 6 days | 8 days | 10 days",
    ),
    _policy(
        "travel expenses",
        "a travel claim",
        "What can {g} spend on a hotel night without prior approval?",
        "{g} can spend {v} on a hotel night without prior approval",
        "95 euros | 110 euros | 120 euros | 140 euros | 160 euros",
    ),
    _policy(
        "training budget",
        "a training request",
        "How large is the yearly training budget of {g}?",
        "the yearly training budget of {g} is {v}",
        "400 euros | 600 euros | 750 euros | 900 euros | 1200 euros",
    ),
    _policy(
        "remote work",
        "a remote work request",
        "How many days a month may {g} work remotely?",
        "{g} may work remotely on {v} a month",
        "2 days | 4 days | 6 days | 8 days | 10 days",
    ),
    _policy(
        "overtime",
        "a claim for overtime",
        "How much overtime may {g} work in a calendar month?",
        "{g} may work {v} of overtime in a calendar month",
        "8 hours | 10 hours | 12 hours | 16 hours | 20 hours",
    ),
    _policy(
        "equipment loans",
        "a loan request",
        "For how long can {g} borrow a laptop?",
        "{g} can borrow a laptop for {v}",
        "7 days | 14 days | 21 days | 30 days | 60 days",
    ),
    _policy(
        "visitor access",
        "a visitor registration",
        "How many visitors may {g} bring in at one time?",
        "{g} may bring in {v} at one time",
        "2 visitors | 3 visitors | 4 visitors | 5 visitors | 6 visitors",
    ),
    _policy(
        "relocation support",
        "a relocation request",
        "What is the most that {g} can claim for moving costs?",
        "{g} can claim at most {v} for moving costs",
        "1500 euros | 2000 euros | 2500 euros | 3000 euros | 4000 euros",
    ),
    _policy(
        "sick leave",
        "a sick leave notice",
        "After how many days must {g} hand in a doctor note?",
        "{g} must hand in a doctor note after {v} of absence",
        "1 day | 2 days | 3 days | 4 days | 5 days",
    ),
    _policy(
        "study leave",
        "a study leave request",
        "How many paid study days do {g} have in a year?",
        "{g} have {v} of paid study in a year",
        "3 days | 4 days | 5 days | 7 days | 10 days",
    ),
    _policy(
        "company vehicles",
        "a vehicle booking",
        "How far may {g} drive a pool vehicle in one week?",
        "{g} may drive a pool vehicle for {v} in one week",
        "300 km | 400 km | 500 km | 650 km | 800 km",
    ),
    _policy(
        "data access",
        "a data access request",
        "For how long does data access of {g} stay open?",
        "data access of {g} stays open for {v}",
        "14 days | 30 days | 45 days | 60 days | 90 days",
    ),
    _policy(
        "gifts and hospitality",
        "a gift declaration",
        "Up to what value may {g} keep a gift?",
        "{g} may keep a gift of up to {v}",
        "20 euros | 25 euros | 40 euros | 50 euros | 75 euros",
    ),
    _policy(
        "shift swaps",
        "a shift swap request",
        "How many shifts may {g} swap in a month?",
        "{g} may swap {v} in a month",
        "1 shift | 2 shifts | 3 shifts | 4 shifts | 5 shifts",
    ),
    _policy(
        "volunteer days",
        "a volunteer day request",
        "How many volunteer days do {g} have in a year?",
        "{g} have {v} for volunteer work in a year",
        "1 day | 2 days | 3 days | 4 days | 5 days",
    ),
    _policy(
        "purchasing",
        "a purchase order",
        "Up to what amount may {g} buy without a second quote?",
        "{g} may buy for up to {v} without a second quote",
        "250 euros | 500 euros | 800 euros | 1000 euros | 1500 euros",
    ),
    _policy(
        "grievances",
        "a grievance filing",
        "How long after the event may {g} file a grievance?",
        "{g} may file a grievance for {v} after the event",
        "15 days | 20 days | 30 days | 45 days | 60 days",
    ),
    _policy(
        "wellbeing allowance",
        "a wellbeing claim",
        "How large is the quarterly wellbeing allowance of {g}?",
        "the quarterly wellbeing allowance of {g} is {v}",
        "40 euros | 60 euros | 75 euros | 90 euros | 120 euros",
    ),
    _policy(
        "room bookings",
        "a room booking",
        "For how long can {g} keep a meeting room in one day?",
        "{g} can keep a meeting room for {v} in one day",
        "1 hour | 2 hours | 3 hours | 4 hours | 6 hours",
    ),
    _policy(
        "protective clothing",
        "a clothing order",
        "How often can {g} replace safety shoes?",
        "{g} can replace safety shoes every {v}",
        "6 months | 9 months | 12 months | 18 months | 24 months",
    ),
    _policy(
        "phone plans",
        "a phone request",
        "How much mobile data do {g} get each month?",
        "{g} get {v} of mobile data each month",
        "5 GB | 10 GB | 15 GB | 20 GB | 40 GB",
    ),
    _policy(
        "side work",
        "a side work declaration",
        "How many hours of side work a week may {g} take on?",
        "{g} may take on {v} of side work a week",
        "4 hours | 6 hours | 8 hours | 10 hours | 12 hours",
    ),
    _policy(
        "key cards",
        "a key card request",
        "After how long does an unused key card of {g} expire?",
        "an unused key card of {g} expires after {v}",
        "14 days | 30 days | 45 days | 60 days | 120 days",
    ),
)
