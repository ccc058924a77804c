/* What compiled modules do all the time, remembered at the place that does it: finding a name in an object, calling a
method, making an object, taking an item out of a list.

Python's own interpreter remembers in this way; what Cython makes asks the type anew every time. Every type has a number,
its version, which is another one after each change and which no two types share: while it is the same, so is the
answer. Where a compiler or a Python lacks what this needs, all stays as Cython makes it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#if defined(__GNUC__) && !defined(Py_GIL_DISABLED) && !defined(PYPY_VERSION)

typedef struct {
    unsigned int version; /* of the type, 0 as long as none is known */
    Py_ssize_t offset;    /* where the slot is in the object, if the name is a slot's */
    PyObject *found;      /* else what the type has under the name; the type owns it */
    void *call;           /* how that is called */
} fmbook_answer;

typedef struct {
    fmbook_answer latest, other;
} fmbook_place;

static inline fmbook_answer *fmbook_known(fmbook_place *place, PyTypeObject *type) {
    unsigned int version = type->tp_version_tag;
    if (__builtin_expect(place->latest.version == version, 1))
        return version ? &place->latest : NULL;
    return place->other.version == version ? &place->other : NULL;
}

static void fmbook_learn(fmbook_place *place, PyTypeObject *type, Py_ssize_t offset, PyObject *found, void *call) {
    place->other = place->latest;
    place->latest = (fmbook_answer){type->tp_version_tag, offset, found, call};
}

static Py_ssize_t fmbook_slot(PyObject *found) {
    PyMemberDef *slot = Py_IS_TYPE(found, &PyMemberDescr_Type) ? ((PyMemberDescrObject *)found)->d_member : NULL;
    return slot && slot->type == T_OBJECT_EX && !(slot->flags & READONLY) ? slot->offset : 0;
}

/* --- names of an object: slots, properties and the like; what an object may keep in a dict is not remembered --- */

static PyObject *fmbook_attribute_anew(PyObject *object, PyObject *name, fmbook_place *place) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_getattro == PyObject_GenericGetAttr) {
        PyObject *found = _PyType_Lookup(type, name);
        if (found && type->tp_version_tag && Py_TYPE(found)->tp_descr_get && Py_TYPE(found)->tp_descr_set)
            fmbook_learn(place, type, fmbook_slot(found), found, (void *)Py_TYPE(found)->tp_descr_get);
    }
    return type->tp_getattro ? type->tp_getattro(object, name) : PyObject_GetAttr(object, name);
}

static inline PyObject *fmbook_attribute(PyObject *object, PyObject *name, fmbook_place *place) {
    fmbook_answer *known = fmbook_known(place, Py_TYPE(object));
    PyObject *value;
    if (!known)
        return fmbook_attribute_anew(object, name, place);
    if (known->offset && (value = *(PyObject **)((char *)object + known->offset)))
        return Py_NewRef(value);
    return ((descrgetfunc)known->call)(known->found, object, (PyObject *)Py_TYPE(object));
}

static int fmbook_set_anew(PyObject *object, PyObject *name, PyObject *value, fmbook_place *place) {
    PyTypeObject *type = Py_TYPE(object);
    if (type->tp_setattro == PyObject_GenericSetAttr) {
        PyObject *found = _PyType_Lookup(type, name);
        if (found && type->tp_version_tag && fmbook_slot(found))
            fmbook_learn(place, type, fmbook_slot(found), found, NULL);
    }
    return PyObject_SetAttr(object, name, value);
}

static inline int fmbook_set(PyObject *object, PyObject *name, PyObject *value, fmbook_place *place) {
    fmbook_answer *known = fmbook_known(place, Py_TYPE(object));
    PyObject **slot, *before;
    if (!known)
        return fmbook_set_anew(object, name, value, place);
    slot = (PyObject **)((char *)object + known->offset);
    before = *slot;
    *slot = Py_NewRef(value);
    Py_XDECREF(before);
    return 0;
}

/* --- methods, of types whose objects keep nothing in a dict that could stand before one; functions kept in slots --- */

static PyObject *fmbook_method_anew(PyObject *name, PyObject *const *given, size_t count, fmbook_place *place) {
    PyTypeObject *type = Py_TYPE(given[0]);
    if (type->tp_getattro == PyObject_GenericGetAttr) {
        PyObject *found = _PyType_Lookup(type, name);
        Py_ssize_t offset = found && type->tp_version_tag ? fmbook_slot(found) : 0;
        if (offset)
            fmbook_learn(place, type, offset, found, NULL);
        else if (found && type->tp_version_tag && type->tp_dictoffset == 0 &&
                 PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR) && PyVectorcall_Function(found))
            fmbook_learn(place, type, 0, found, (void *)PyVectorcall_Function(found));
    }
    return PyObject_VectorcallMethod(name, given, count, NULL);
}

static inline PyObject *fmbook_method(PyObject *name, PyObject *const *given, size_t count, fmbook_place *place) {
    fmbook_answer *known = fmbook_known(place, Py_TYPE(given[0]));
    PyObject *kept, *answer;
    if (!known)
        return fmbook_method_anew(name, given, count, place);
    count &= ~PY_VECTORCALL_ARGUMENTS_OFFSET;
    if (!known->offset)
        return ((vectorcallfunc)known->call)(known->found, given, count, NULL);
    kept = *(PyObject **)((char *)given[0] + known->offset);
    if (!kept)
        return PyObject_VectorcallMethod(name, given, count, NULL);
    Py_INCREF(kept);
    answer = PyObject_Vectorcall(kept, given + 1, count - 1, NULL);
    Py_DECREF(kept);
    return answer;
}

/* --- new objects of classes that have a method __init__ and leave the rest to Python --- */

static fmbook_answer *fmbook_made_by(PyObject *called, fmbook_place *place) {
    static PyObject *name = NULL;
    PyTypeObject *type = (PyTypeObject *)called;
    fmbook_answer *known = fmbook_known(place, type);
    PyObject *found;
    if (known)
        return known;
    if (type->tp_new != PyBaseObject_Type.tp_new || PyType_HasFeature(type, Py_TPFLAGS_IS_ABSTRACT) ||
        Py_TYPE(called)->tp_call != PyType_Type.tp_call || !(name || (name = PyUnicode_InternFromString("__init__"))))
        return NULL;
    found = _PyType_Lookup(type, name);
    if (!found || !type->tp_version_tag || !PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR) ||
        !PyVectorcall_Function(found))
        return NULL;
    fmbook_learn(place, type, 0, found, (void *)PyVectorcall_Function(found));
    return &place->latest;
}

static PyObject *fmbook_made(PyTypeObject *type, PyObject **given, size_t count, fmbook_answer *by) {
    PyObject *made = type->tp_alloc(type, 0), *before, *answer;
    if (!made)
        return NULL;
    before = given[-1]; /* ours to use, as whoever calls has said */
    given[-1] = made;
    answer = ((vectorcallfunc)by->call)(by->found, given - 1, (count & ~PY_VECTORCALL_ARGUMENTS_OFFSET) + 1, NULL);
    given[-1] = before;
    if (answer && answer != Py_None)
        PyErr_SetString(PyExc_TypeError, "__init__() should return None");
    if (answer != Py_None)
        Py_CLEAR(made);
    Py_XDECREF(answer);
    return made;
}

/* --- items --- */

static inline PyObject *fmbook_item(PyObject *object, PyObject *key) {
    if (PyLong_CheckExact(key) && (PyTuple_CheckExact(object) || PyList_CheckExact(object))) {
        Py_ssize_t at = PyLong_AsSsize_t(key);
        if (at >= 0 && at < Py_SIZE(object))
            return Py_NewRef(PyTuple_CheckExact(object) ? PyTuple_GET_ITEM(object, at) : PyList_GET_ITEM(object, at));
        if (at == -1)
            PyErr_Clear(); /* it may be too large; then it is said below */
    }
    return PyObject_GetItem(object, key);
}

#define FMBOOK_HERE static fmbook_place place
#define FMBOOK_ATTRIBUTE(object, name) ({ FMBOOK_HERE; fmbook_attribute(object, name, &place); })
#define FMBOOK_SET(object, name, value) ({ FMBOOK_HERE; fmbook_set(object, name, value, &place); })
#define FMBOOK_METHOD(name, given, count) ({ FMBOOK_HERE; fmbook_method(name, given, count, &place); })
#define FMBOOK_CALL(function, given, count) ({ \
    FMBOOK_HERE; \
    PyObject *called = function; \
    size_t often = count; \
    fmbook_answer *by = PyType_Check(called) && (often & PY_VECTORCALL_ARGUMENTS_OFFSET) \
        ? fmbook_made_by(called, &place) : NULL; \
    by ? fmbook_made((PyTypeObject *)called, given, often, by) : __Pyx_PyObject_FastCall(called, given, often); \
})
#define FMBOOK_ITEM(object, key) fmbook_item(object, key)
/* A generator that is not run to its end is ended by an exception that nobody sees: no lines are noted for it. */
#define FMBOOK_TRACEBACK(...) (PyErr_ExceptionMatches(PyExc_GeneratorExit) ? (void)0 : __Pyx_AddTraceback(__VA_ARGS__))
#else
#define FMBOOK_ATTRIBUTE __Pyx_PyObject_GetAttrStr
#define FMBOOK_SET __Pyx_PyObject_SetAttrStr
#define FMBOOK_METHOD __Pyx_PyObject_FastCallMethod
#define FMBOOK_CALL __Pyx_PyObject_FastCall
#define FMBOOK_ITEM __Pyx_PyObject_GetItem
#define FMBOOK_TRACEBACK __Pyx_AddTraceback
#endif
