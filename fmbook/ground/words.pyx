# cython: boundscheck=False, wraparound=False, cdivision=True
"""Sets of seats in machine words: what is done elsewhere with long numbers, in a fraction of the time.

It is there only once the engine is compiled, and gives the same answers: `Seating` those of ``Seats``, `Flooding` those
of ``fmbook.mechanics.waves.flooded``, `Listing` those of ``fmbook.rows.Row.cut``.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdint.h>
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

    static int words_of(PyObject *number, uint64_t *words, Py_ssize_t count) {
        Py_ssize_t at, bit = 0, digits = digits_in(number);
        for (at = 0; at < count; at++) words[at] = 0;
        for (at = 0; at < digits; at++, bit += PyLong_SHIFT) {
            uint64_t held = digits_of(number)[at], over = bit % 64 ? held >> (64 - bit % 64) : 0;
            if ((held && bit / 64 >= count) || (over && bit / 64 + 1 >= count)) {
                PyErr_SetString(PyExc_OverflowError, "int too big to convert");
                return -1;
            }
            if (held) words[bit / 64] |= held << bit % 64;
            if (over) words[bit / 64 + 1] |= over;
        }
        return 0;
    }

    static uint64_t digit_of(uint64_t *words, Py_ssize_t count, Py_ssize_t bit) {
        uint64_t held = bit / 64 < count ? words[bit / 64] >> bit % 64 : 0;
        if (bit % 64 + PyLong_SHIFT > 64 && bit / 64 + 1 < count) held |= words[bit / 64 + 1] << (64 - bit % 64);
        return held & PyLong_MASK;
    }

    static PyObject *number_of(uint64_t *words, Py_ssize_t count) {
        Py_ssize_t at, digits;
        PyLongObject *number;
        while (count && !words[count - 1]) count--;
        digits = (64 * count + PyLong_SHIFT - 1) / PyLong_SHIFT;
        while (digits && !digit_of(words, count, (digits - 1) * PyLong_SHIFT)) digits--;
        if (digits < 2) return PyLong_FromUnsignedLongLong(digits ? words[0] : 0);
        number = _PyLong_New(digits);
        if (number)
            for (at = 0; at < digits; at++) digits_of(number)[at] = (digit) digit_of(words, count, at * PyLong_SHIFT);
        return (PyObject *) number;
    }
    """
    int words_of(object number, uint64_t* words, Py_ssize_t count) except -1
    object number_of(uint64_t* words, Py_ssize_t count)
    int lowest(uint64_t word) nogil
    unsigned int* digits_of(object number)
    Py_ssize_t digits_in(object number)
    int PyLong_SHIFT


cdef class Seating:
    """Makes one number of places, given the seat of each, and finds the places of a number."""

    cdef int places, words
    cdef int* seats
    cdef uint64_t* sum
    cdef list at

    def __cinit__(self, order, at):
        self.at, self.places, self.words = list(at), len(order), max(order, default=0) // 64 + 1
        self.seats = <int*> calloc(self.places or 1, sizeof(int))
        self.sum = <uint64_t*> calloc(self.words, sizeof(uint64_t))
        if self.seats == NULL or self.sum == NULL:
            raise MemoryError
        for place, seat in enumerate(order):
            self.seats[<int> place] = seat

    def __dealloc__(self):
        free(self.seats)
        free(self.sum)

    def summed(self, places):
        """Give the number whose bits are the seats of these places."""
        cdef int place
        memset(self.sum, 0, 8 * self.words)
        for place in places:
            if not 0 <= place < self.places:
                raise IndexError("tuple index out of range")
            self.sum[self.seats[place] // 64] |= (<uint64_t> 1) << (self.seats[place] % 64)
        return number_of(self.sum, self.words)

    def found(self, bits):
        """Give the places that a number stands for, the lowest first."""
        cdef Py_ssize_t word, seat
        cdef uint64_t left
        cdef list found = []
        words_of(bits, self.sum, self.words)
        for word in range(self.words):
            left = self.sum[word]
            while left:
                seat = 64 * word + lowest(left)
                left &= left - 1
                found.append(self._at(seat))
        return found

    def nth(self, bits, int n):
        """Give the place at an index among those that a number stands for."""
        cdef Py_ssize_t word
        cdef uint64_t left
        words_of(bits, self.sum, self.words)
        for word in range(self.words):
            left = self.sum[word]
            while left:
                if n == 0:
                    return self._at(64 * word + lowest(left))
                left &= left - 1
                n -= 1
        raise IndexError("list index out of range")

    cdef object _at(self, Py_ssize_t seat):
        if seat >= len(self.at):
            raise IndexError("list index out of range")
        return self.at[seat]


cdef class Levels:
    """What is reached at each price; it becomes numbers only when somebody asks for them."""

    cdef int count, words
    cdef uint64_t* rows
    cdef readonly object every

    def __dealloc__(self):
        free(self.rows)

    def __len__(self):
        return self.count

    def __getitem__(self, int price):
        """Give the seats reached at a price."""
        if not 0 <= price < self.count:
            raise IndexError("list index out of range")
        return number_of(self.rows + price * self.words, self.words)

    def price(self, int seat):
        """Tell what a seat costs; None if it is not reached."""
        cdef int price
        if 0 <= seat < 64 * self.words:
            for price in range(self.count):
                if self.rows[price * self.words + seat // 64] >> (seat % 64) & 1:
                    return price
        return None


cdef Levels _levels(uint64_t* rows, int count, int words):
    cdef Levels made = Levels()
    cdef int word, price
    made.rows = <uint64_t*> calloc((count + 1) * words, sizeof(uint64_t))
    if made.rows == NULL:
        raise MemoryError
    made.count, made.words = count, words
    for price in range(count):
        for word in range(words):
            made.rows[price * words + word] = rows[price * words + word]
            made.rows[count * words + word] |= rows[price * words + word]
    made.every = number_of(made.rows + count * words, words)
    return made


cdef class Flooding:
    """All steps of a class of mover, in words; call it as ``flooded``, without the steps; no course is written."""

    cdef int words, pad, line, least, kinds, most
    cdef int low, high  # the words in which anything is reached so far
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
            words_of(entered, self.entered + <int> at * self.words, self.words)
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
        words_of(number, row, self.words)
        return row

    cdef int _take_own(self, own) except -1:
        cdef uint64_t* row = <uint64_t*> self._made(self.words, sizeof(uint64_t))
        cdef uint64_t left
        cdef int word
        flat = []
        try:
            for bit in sorted(own):  # the highest bit of a number says most, so these are in the order of their seats
                for price, entered in own[bit]:
                    words_of(entered, row, self.words)
                    for word in range(self.words):
                        left = row[word]
                        while left:
                            flat.append((bit.bit_length() - 1, price, 64 * word + lowest(left)))
                            left &= left - 1
        finally:
            free(row)
        self.first = <int*> self._made(64 * self.words + 1, sizeof(int))
        self.cost, self.goal = <int*> self._made(len(flat), sizeof(int)), <int*> self._made(len(flat), sizeof(int))
        for at, (seat, price, goal) in enumerate(flat):
            self.cost[at], self.goal[at] = price, goal
            self.first[seat + 1] += 1
        for seat in range(64 * self.words):
            self.first[seat + 1] += self.first[seat]
        return 0

    def __call__(self, list levels, enterable, going, int begin=0, course=None):
        """Go on from what is reached at each price: all seats of one price at once."""
        cdef int most = len(levels) - 1, words = self.words, spent
        cdef uint64_t* row
        if most > self.most:
            row = <uint64_t*> realloc(self.levels, (most + 1) * words * sizeof(uint64_t))
            if row == NULL:
                raise MemoryError
            self.levels, self.most = row, most
        words_of(enterable, self.scratch, words)
        words_of(going, self.scratch + words, words)
        self.low, self.high = words, 0
        for spent in range(most + 1):
            row = self.levels + spent * words
            words_of(levels[spent], row, words)
            self._look_at(row)
        for spent in range(begin, most + 1):
            self._step(spent, most - spent)
        return _levels(self.levels, most + 1, words)

    cdef void _look_at(self, uint64_t* row) noexcept:
        cdef int at
        for at in range(self.words):
            if row[at]:
                self.low, self.high = min(self.low, at), max(self.high, at + 1)

    cdef void _step(self, int spent, int left) noexcept:
        cdef int words = self.words, at
        cdef uint64_t* level = self.levels + spent * words
        cdef uint64_t* enterable = self.scratch
        cdef uint64_t* going = self.scratch + words
        cdef uint64_t* some = self.scratch + 2 * words + self.pad
        cdef uint64_t reached = 0, plain = 0
        cdef int low = self.low, high = self.high
        for at in range(low, high):
            level[at] &= enterable[at]
            enterable[at] ^= level[at]
            reached |= level[at]
        if self.least > left or not reached:
            return
        for at in range(low, high):
            some[at] = level[at] & self.plain[at] & going[at]
            plain |= some[at]
        if plain:
            self._to_all_neighbours(some, spent, left)
        for at in range(low, high):
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
        cdef int begin = max(self.low - up - 1, 0), end = min(self.high + down + 1, words)
        for at in range(begin - up - 2, self.low):
            some[at] = 0
        for at in range(self.high, end + down + 1):
            some[at] = 0
        for at in range(begin - up - 1, end + down + 1):
            pairs[at] = some[at] | some[at] << 1 | some[at - 1] >> 63
        for at in range(begin, end):
            near[at] = some[at] << 1 | some[at - 1] >> 63 | some[at] >> 1 | some[at + 1] << 63
            near[at] |= pairs[at - up] << high | (pairs[at - up - 1] >> (64 - high) if high else 0)
            near[at] |= pairs[at + down] >> low | (pairs[at + down + 1] << (64 - low) if low else 0)
        while begin < self.low and not near[begin]:
            begin += 1
        while end > self.high and not near[end - 1]:
            end -= 1
        self.low, self.high = begin, end
        for kind in range(self.kinds):
            if self.prices[kind] > left:
                break
            level, entered = self.levels + (spent + self.prices[kind]) * words, self.entered + kind * words
            for at in range(begin, end):
                level[at] |= near[at] & entered[at]

    cdef void _own_steps(self, uint64_t seats, int base, int spent, int left) noexcept:
        """Make the steps that only these seats have, one by one."""
        cdef int seat, at, word
        while seats:
            seat = base + lowest(seats)
            seats &= seats - 1
            for at in range(self.first[seat], self.first[seat + 1]):
                if self.cost[at] > left:
                    break
                word = self.goal[at] // 64
                self.low, self.high = min(self.low, word), max(self.high, word + 1)
                self.levels[(spent + self.cost[at]) * self.words + word] |= (<uint64_t> 1) << (self.goal[at] % 64)


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
