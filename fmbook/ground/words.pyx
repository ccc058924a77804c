# cython: boundscheck=False, wraparound=False, cdivision=True
"""Sets of seats in machine words: what is done elsewhere with long numbers, in a fraction of the time.

It is there only once the engine is compiled, and gives the same answers: `Summing` those of ``Seats.bits``, `Flooding`
those of ``fmbook.mechanics.waves.flooded``, `Listing` those of ``fmbook.rows.Row.cut``.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdint.h>
    #if PY_VERSION_HEX >= 0x030D0000
    #define words_of(number, words, size) _PyLong_AsByteArray((PyLongObject *)(number), words, size, 1, 0, 1)
    #else
    #define words_of(number, words, size) _PyLong_AsByteArray((PyLongObject *)(number), words, size, 1, 0)
    #endif
    #define number_of(words, size) _PyLong_FromByteArray(words, size, 1, 0)
    #if PY_VERSION_HEX >= 0x030C0000
    #define digits_of(number) ((PyLongObject *)(number))->long_value.ob_digit
    #define digits_in(number) ((Py_ssize_t)(((PyLongObject *)(number))->long_value.lv_tag >> 3))
    #else
    #define digits_of(number) ((PyLongObject *)(number))->ob_digit
    #define digits_in(number) Py_SIZE(number)
    #endif
    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest(uint64_t word) { unsigned long at; _BitScanForward64(&at, word); return (int) at; }
    #else
    static int lowest(uint64_t word) { return __builtin_ctzll(word); }
    #endif
    """
    int words_of(object number, unsigned char* words, size_t size) except -1
    object number_of(unsigned char* words, size_t size)
    int lowest(uint64_t word) nogil
    unsigned int* digits_of(object number)
    Py_ssize_t digits_in(object number)
    int PyLong_SHIFT


cdef class Summing:
    """Makes one number of places, given the seat of each."""

    cdef int places, words
    cdef int* seats
    cdef uint64_t* sum

    def __cinit__(self, order):
        self.places, self.words = len(order), max(order, default=0) // 64 + 1
        self.seats = <int*> calloc(self.places or 1, sizeof(int))
        self.sum = <uint64_t*> calloc(self.words, sizeof(uint64_t))
        if self.seats == NULL or self.sum == NULL:
            raise MemoryError
        for place, seat in enumerate(order):
            self.seats[<int> place] = seat

    def __dealloc__(self):
        free(self.seats)
        free(self.sum)

    def __call__(self, places):
        """Give the number whose bits are the seats of these places."""
        cdef int place
        memset(self.sum, 0, 8 * self.words)
        for place in places:
            if not 0 <= place < self.places:
                raise IndexError("tuple index out of range")
            self.sum[self.seats[place] // 64] |= (<uint64_t> 1) << (self.seats[place] % 64)
        return number_of(<unsigned char*> self.sum, 8 * self.words)


cdef class Flooding:
    """All steps of a class of mover, in words; call it as ``flooded``, without the steps and without a course."""

    cdef int words, pad, line, least, kinds, most
    cdef uint64_t* plain
    cdef uint64_t* uneven
    cdef uint64_t* entered  # for each price of a usual step, the seats entered at it
    cdef int* prices
    cdef int* first  # for each seat, where its own steps begin
    cdef int* cost
    cdef int* goal
    cdef uint64_t* levels
    cdef uint64_t* scratch

    def __cinit__(self, steps, int width):
        self.line, self.least, plain, usual, uneven, own = steps
        self.words = (width + 63) // 64 or 1
        self.pad = self.line // 64 + 2  # so that whatever is shifted off a row of words is zero
        self.kinds, self.most = len(usual), -1
        self.plain, self.uneven = self._row(plain), self._row(uneven)
        self.entered = <uint64_t*> self._made(self.kinds * self.words, sizeof(uint64_t))
        self.prices = <int*> self._made(self.kinds, sizeof(int))
        for at, (price, entered) in enumerate(usual):
            self.prices[at] = price
            words_of(entered, <unsigned char*> (self.entered + <int> at * self.words), 8 * self.words)
        self._take_own(own)
        self.scratch = <uint64_t*> self._made(2 * self.words + 3 * (self.words + 2 * self.pad), sizeof(uint64_t))

    def __dealloc__(self):
        free(self.plain)
        free(self.uneven)
        free(self.entered)
        free(self.prices)
        free(self.first)
        free(self.cost)
        free(self.goal)
        free(self.levels)
        free(self.scratch)

    cdef void* _made(self, size_t count, size_t size) except NULL:
        cdef void* made = calloc(count or 1, size)
        if made == NULL:
            raise MemoryError
        return made

    cdef uint64_t* _row(self, number) except NULL:
        cdef uint64_t* row = <uint64_t*> self._made(self.words, sizeof(uint64_t))
        words_of(number, <unsigned char*> row, 8 * self.words)
        return row

    cdef int _take_own(self, own) except -1:
        by_seat = {bit.bit_length() - 1: near for bit, near in own.items()}
        flat = [
            (seat, price, goal)
            for seat in sorted(by_seat)
            for price, entered in by_seat[seat]
            for goal in range(entered.bit_length()) if entered >> goal & 1
        ]
        self.first = <int*> self._made(64 * self.words + 1, sizeof(int))
        self.cost, self.goal = <int*> self._made(len(flat), sizeof(int)), <int*> self._made(len(flat), sizeof(int))
        for at, (seat, price, goal) in enumerate(flat):
            self.cost[at], self.goal[at] = price, goal
            self.first[seat + 1] += 1
        for seat in range(64 * self.words):
            self.first[seat + 1] += self.first[seat]
        return 0

    def __call__(self, list levels, enterable, going, int begin=0):
        """Go on from what is reached at each price: all seats of one price at once."""
        cdef int most = len(levels) - 1, words = self.words, spent
        cdef uint64_t* row
        if most > self.most:
            row = <uint64_t*> realloc(self.levels, (most + 1) * words * sizeof(uint64_t))
            if row == NULL:
                raise MemoryError
            self.levels, self.most = row, most
        words_of(enterable, <unsigned char*> self.scratch, 8 * words)
        words_of(going, <unsigned char*> (self.scratch + words), 8 * words)
        for spent in range(begin, most + 1):
            row = self.levels + spent * words
            if levels[spent]:
                words_of(levels[spent], <unsigned char*> row, 8 * words)
            else:
                memset(row, 0, 8 * words)
        for spent in range(begin, most + 1):
            self._step(spent, most - spent)
        for spent in range(begin, most + 1):
            levels[spent] = number_of(<unsigned char*> (self.levels + spent * words), 8 * words)
        return levels

    cdef void _step(self, int spent, int left) noexcept:
        cdef int words = self.words, at
        cdef uint64_t* level = self.levels + spent * words
        cdef uint64_t* enterable = self.scratch
        cdef uint64_t* going = self.scratch + words
        cdef uint64_t* some = self.scratch + 2 * words + self.pad
        cdef uint64_t reached = 0, plain = 0
        for at in range(words):
            level[at] &= enterable[at]
            enterable[at] ^= level[at]
            reached |= level[at]
        if self.least > left or not reached:
            return
        for at in range(words):
            some[at] = level[at] & self.plain[at] & going[at]
            plain |= some[at]
        if plain:
            self._to_all_neighbours(some, spent, left)
        for at in range(words):
            if level[at] & self.uneven[at]:
                self._own_steps(level[at] & self.uneven[at] & going[at], 64 * at, spent, left)

    cdef void _to_all_neighbours(self, uint64_t* some, int spent, int left) noexcept:
        """Enter what lies around, as ``Seats.around`` does it, at the usual prices."""
        cdef int words = self.words, at, kind
        cdef uint64_t* pairs = some + words + 2 * self.pad
        cdef uint64_t* near = pairs + words + self.pad
        cdef int up = self.line // 64, high = self.line % 64, down = (self.line + 1) // 64, low = (self.line + 1) % 64
        cdef uint64_t* level
        cdef uint64_t* entered
        for at in range(words + 1):
            pairs[at] = some[at] | some[at] << 1 | some[at - 1] >> 63
        for at in range(words):
            near[at] = some[at] << 1 | some[at - 1] >> 63 | some[at] >> 1 | some[at + 1] << 63
            near[at] |= pairs[at - up] << high | (pairs[at - up - 1] >> (64 - high) if high else 0)
            near[at] |= pairs[at + down] >> low | (pairs[at + down + 1] << (64 - low) if low else 0)
        for kind in range(self.kinds):
            if self.prices[kind] > left:
                break
            level, entered = self.levels + (spent + self.prices[kind]) * words, self.entered + kind * words
            for at in range(words):
                level[at] |= near[at] & entered[at]

    cdef void _own_steps(self, uint64_t seats, int base, int spent, int left) noexcept:
        """Make the steps that only these seats have, one by one."""
        cdef int seat, at
        while seats:
            seat = base + lowest(seats)
            seats &= seats - 1
            for at in range(self.first[seat], self.first[seat + 1]):
                if self.cost[at] > left:
                    break
                self.levels[(spent + self.cost[at]) * self.words + self.goal[at] // 64] |= \
                    (<uint64_t> 1) << (self.goal[at] % 64)


cdef class Listing:
    """Picks orders out of a row by the seats of the hexes that they name; each is made when it is first wanted."""

    cdef object row
    cdef list places, orders

    def __cinit__(self, row, places):
        self.row, self.places, self.orders = row, list(places), [None] * len(places)

    def __call__(self, bits, barred, list found):
        """Add the orders that name one of these, less those, to what is found, the lowest first."""
        if type(bits) is not int or type(barred) is not int:
            raise TypeError("seats are the bits of a number")
        cdef unsigned int* these = digits_of(bits)
        cdef unsigned int* those = digits_of(barred)
        cdef Py_ssize_t at, seat, count = digits_in(barred), seats = len(self.orders)
        cdef unsigned int left
        for at in range(digits_in(bits)):
            left = these[at] & ~those[at] if at < count else these[at]
            while left:
                seat = PyLong_SHIFT * at + lowest(left)
                left &= left - 1
                if seat >= seats:
                    raise IndexError("list index out of range")
                order = self.orders[seat]
                if order is None:
                    order = self.orders[seat] = self.row[self.places[seat]]
                found.append(order)
