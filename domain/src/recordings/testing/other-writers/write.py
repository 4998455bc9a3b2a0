"""Writes rows of three numbers with scipy or h5py, which know nothing of the readers tested with the result.

    python3 write.py rows.json PLACE matlab|hdf5 plain|deflated

The values are written as several types, in both orientations, and in a structure or a group. The files beside this
program were written by it from rows.json with scipy 1.10.1, h5py 3.7.0 and NumPy 1.24.2.
"""
import json
import sys

import numpy

source, place, form, packing = sys.argv[1:]
with open(source, encoding='utf-8') as file:
    rows = numpy.array(json.load(file))
deflated = packing == 'deflated'

if form == 'matlab':
    import scipy.io

    left = {'temp': rows[:, 1].astype('int32'), 'fs': 25.0}
    arrays = {'acc': rows, 'gyro': rows.T.astype('float32'), 'ecg': rows[:, 0].astype('int16'), 'left': left}
    scipy.io.savemat(place, {**arrays, 'fs': 50.0, 'note': 'walk'}, do_compression=deflated)
else:
    import h5py

    more = dict(chunks=True, compression='gzip', shuffle=True) if deflated else {}
    with h5py.File(place, 'w') as file:
        file.attrs['fs'] = 50.0
        file.create_dataset('acc', data=rows, **more)
        file.create_dataset('gyro', data=rows.T.astype('>f4'), **more)
        file.create_dataset('ecg', data=rows[:, 0].astype('int16'), **more)
        group = file.create_group('left')
        group.attrs['fs'] = 25.0
        group.create_dataset('temp', data=rows[:, 1].astype('>i4'), **more)
