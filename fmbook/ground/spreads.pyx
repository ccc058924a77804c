# cython: boundscheck=False, wraparound=False, cdivision=True
"""Searches from place to place over arrays: what is done elsewhere with lists and sets, in a fraction of the time.

It is there only once the engine is compiled, and gives the same answers: `Pacing` those of ``searched`` and ``beyond``
in Veritable's rulebook, `Linking` those of ``fmbook.mechanics.supply.traced``.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

cdef extern from *:
    """
    #define number_of(words, size) _PyLong_FromByteArray(words, size, 1, 0)
    """
    object number_of(unsigned char* words, size_t size)

cdef enum:
    OPEN = 0
    WATCHED = 1  # entering such a place takes a toll, and so does leaving it
    HELD = 2  # nobody enters it
    UNPRICED = 255
    FAR = 1 << 30


cdef void* made(size_t count, size_t size) except NULL:
    cdef void* found = calloc(count or 1, size)
    if found == NULL:
        raise MemoryError
    return found


cdef class Steps:
    """Where each place leads, and what is searched over it."""

    cdef int places, count, words
    cdef int* first  # for each place, where its steps begin
    cdef int* goal
    cdef int* seat
    cdef uint64_t* bits
    cdef int* queue

    def __cinit__(self, leads, bits):
        cdef int place
        seats = [bit.bit_length() - 1 for bit in bits]
        self.places, self.count, self.words = len(leads), sum(map(len, leads)), max(seats, default=0) // 64 + 1
        self.first, self.seat = <int*> made(self.places + 1, sizeof(int)), <int*> made(self.places, sizeof(int))
        self.goal, self.queue = <int*> made(self.count, sizeof(int)), <int*> made(self.places, sizeof(int))
        self.bits = <uint64_t*> made(self.words, sizeof(uint64_t))
        for place in range(self.places):
            self.seat[place] = seats[place]
            self.first[place + 1] = self.first[place] + <int> len(leads[place])

    def __dealloc__(self):
        free(self.first)
        free(self.goal)
        free(self.seat)
        free(self.bits)
        free(self.queue)

    cdef int known(self, place) except -1:
        cdef int number = place
        if not 0 <= number < self.places:
            raise IndexError(f"no place {number}")
        return number

    cdef void note(self, int place) noexcept:
        self.bits[self.seat[place] // 64] |= (<uint64_t> 1) << (self.seat[place] % 64)

    cdef object noted(self):
        return number_of(<unsigned char*> self.bits, 8 * self.words)


cdef class Pacing(Steps):
    """Priced steps, over which a unit marches at the usual pace, paying its tolls, or keeps away and goes further."""

    cdef int waiting, dearest
    cdef int* price
    cdef int* last  # for each place, where the steps into it begin, from the lowest place first
    cdef int* source
    cdef int* fare
    cdef int* spent  # for each place, what it costs
    cdef int* level  # for each cost, the entry that was made last; each entry knows the one before it
    cdef int* entered
    cdef int* before
    cdef unsigned char* line

    def __cinit__(self, leads, bits):
        cdef int at = 0
        self.line = <unsigned char*> made(self.places, 1)
        self.price, self.spent = <int*> made(self.count, sizeof(int)), <int*> made(self.places, sizeof(int))
        self.entered = <int*> made(2 * self.count + self.places + 1, sizeof(int))
        self.before = <int*> made(2 * self.count + self.places + 1, sizeof(int))
        self.level, self.dearest = NULL, -1
        for near in leads:
            for price, goal in near:
                self.price[at], self.goal[at] = price, self.known(goal)
                at += 1
        self._turn_round()

    cdef int _turn_round(self) except -1:
        cdef int here, at, into
        cdef int* free_at = self.queue
        self.last = <int*> made(self.places + 1, sizeof(int))
        self.source, self.fare = <int*> made(self.count, sizeof(int)), <int*> made(self.count, sizeof(int))
        for at in range(self.count):
            self.last[self.goal[at] + 1] += 1
        for here in range(self.places):
            self.last[here + 1] += self.last[here]
            free_at[here] = self.last[here]
        for here in range(self.places):
            for at in range(self.first[here], self.first[here + 1]):
                into = free_at[self.goal[at]]
                self.source[into], self.fare[into] = here, self.price[at]
                free_at[self.goal[at]] += 1
        return 0

    def __dealloc__(self):
        free(self.last)
        free(self.source)
        free(self.fare)
        free(self.price)
        free(self.spent)
        free(self.level)
        free(self.entered)
        free(self.before)
        free(self.line)

    def __call__(self, bytes marks, int start, int most, closed, bint forces, int toll):
        """Give what each place costs at the better pace, what at the forced one, and the seats of those reached."""
        cdef int place, at, cost
        cdef const unsigned char* mark = marks
        if 2 * most >= UNPRICED:
            raise OverflowError("prices are kept in bytes")
        self._begin(marks, start, 2 * most)
        forced = b""
        if forces:
            self._enter(0, start)
            self._spread(mark, 2 * most, toll, True)
            forced = self._prices()
            self._empty(most)
        self.spent[start] = 0
        for each in closed:
            self.spent[self.known(each)] = 0
        if most:
            for at in range(self.first[start], self.first[start + 1]):
                if mark[self.goal[at]] != HELD:
                    cost = self.price[at] + toll * ((mark[start] == WATCHED) + (mark[self.goal[at]] == WATCHED))
                    self._enter(min(cost, most), self.goal[at])  # one hex can always be made
        if forces:
            for place in range(self.places):
                if self.spent[place] < most and mark[place] == OPEN:
                    self._go_on(mark, place, self.spent[place], most, toll, False)
        self._spread(mark, most, toll, False)
        for each in closed:
            self.spent[self.known(each)] = FAR
        memset(self.bits, 0, 8 * self.words)
        for place in range(self.places):
            if self.spent[place] < FAR and place != start:
                self.note(place)
        return self._prices(), forced, self.noted()

    def far(self, bytes marks, int start, int to, int most, int toll):
        """Give what a place would cost, if there were so many points; None if it is out of their reach."""
        self._begin(marks, start, most)
        self._enter(0, start)
        self._spread(marks, most, toll, False)
        return self.spent[self.known(to)] if self.spent[to] < FAR else None

    def way(self, bytes prices, bytes marks, int start, int to, int most, int toll):
        """Give the places of a way, by these prices: of several cheapest that by the lowest places.

        Without marks nobody is watched. A single step may cost more than there are points, which are then all due.
        """
        cdef int at, near, due, spent, count = 1, here = self.known(to)
        cdef const unsigned char* price = prices
        cdef const unsigned char* mark = marks
        cdef bint tolled = len(marks) > 0
        if len(prices) != self.places or (tolled and len(marks) != self.places):
            raise ValueError("each place has its price and its mark")
        self.queue[0] = here
        while here != start:
            due = price[here]
            for at in range(self.last[here], self.last[here + 1]):
                near = self.source[at]
                spent = self.fare[at] + price[near]
                if tolled:
                    spent += toll * ((mark[here] == WATCHED) + (mark[near] == WATCHED))
                if spent == due or (near == start and spent > most == due):
                    break
            else:
                raise AssertionError(f"no way back from {here}")
            here, self.queue[count] = near, near
            count += 1
        return tuple([self.queue[at] for at in range(count - 1, -1, -1)])

    cdef int _begin(self, bytes marks, int start, int most) except -1:
        cdef int place
        cdef int* level
        self.known(start)
        if len(marks) != self.places:
            raise ValueError("each place has its mark")
        if most > self.dearest:
            level = <int*> realloc(self.level, (most + 1) * sizeof(int))
            if level == NULL:
                raise MemoryError
            self.level, self.dearest = level, most
        for place in range(self.places):
            self.spent[place] = FAR
        self._empty(most)
        return 0

    cdef void _empty(self, int most) noexcept:
        memset(self.level, 255, (most + 1) * sizeof(int))
        self.waiting = 0

    cdef void _enter(self, int cost, int place) noexcept:
        if self.spent[place] > cost:
            self.entered[self.waiting], self.before[self.waiting] = place, self.level[cost]
            self.level[cost] = self.waiting
            self.waiting += 1

    cdef void _spread(self, const unsigned char* mark, int most, int toll, bint unwatched) noexcept:
        """Go on from what is entered at each cost, to all places for which no lower one is known."""
        cdef int cost, entry, here
        for cost in range(most + 1):
            entry = self.level[cost]
            while entry >= 0:
                here = self.entered[entry]
                entry = self.before[entry]
                if self.spent[here] > cost:
                    self.spent[here] = cost
                    self._go_on(mark, here, cost, most, toll, unwatched)

    cdef void _go_on(self, const unsigned char* mark, int here, int cost, int most, int toll, bint unwatched) noexcept:
        cdef int at, there, due, left = cost + (toll if mark[here] == WATCHED else 0)
        for at in range(self.first[here], self.first[here + 1]):
            there = self.goal[at]
            due = left + self.price[at] + (toll if mark[there] == WATCHED else 0)
            if due <= most and mark[there] != HELD and not (unwatched and mark[there] == WATCHED):
                self._enter(due, there)

    cdef bytes _prices(self):
        cdef int place
        for place in range(self.places):
            self.line[place] = min(self.spent[place], UNPRICED)
        return (<char*> self.line)[:self.places]


cdef class Linking(Steps):
    """Places side by side, along which chains lead to a source."""

    cdef unsigned char* done

    def __cinit__(self, leads, bits):
        cdef int at = 0
        self.done = <unsigned char*> made(self.places, 1)
        for near in leads:
            for goal in near:
                self.goal[at] = self.known(goal)
                at += 1

    def __dealloc__(self):
        free(self.done)

    def __call__(self, sources, blocked, steps=None):
        """Give the seats of the places from which a chain leads to a source, in so many steps at most."""
        cdef int end = 0, place, here = 0, last, at, left = -1 if steps is None else steps
        memset(self.done, 0, self.places)
        memset(self.bits, 0, 8 * self.words)
        for each in blocked:
            self.done[self.known(each)] = 1
        for each in sources:
            place = self.known(each)
            if not self.done[place]:
                end = self._link(place, end)
        while here < end and left:
            last, left = end, left - 1
            while here < last:
                for at in range(self.first[self.queue[here]], self.first[self.queue[here] + 1]):
                    if not self.done[self.goal[at]]:
                        end = self._link(self.goal[at], end)
                here += 1
        return self.noted()

    cdef int _link(self, int place, int end) noexcept:
        self.done[place], self.queue[end] = 1, place
        self.note(place)
        return end + 1
