"""python3 bench/recordings/read-one.py STEP FILE: the same steps with pandas (CSV) and MNE (EDF), NumPy and SciPy."""

import csv
import io
import json
import os
import re
import sys
import time

import numpy as np
from scipy import signal

step, path = sys.argv[1:3]
if path.endswith('.csv'):
    import pandas as pd
else:
    import mne

    mne.set_log_level('ERROR')
minute, pixels = 60, 1600


def most_megabytes():
    with open('/proc/self/status') as status:
        return int(re.search(r'VmHWM:\s+(\d+)', status.read()).group(1)) / 1024


def read(seconds=None):
    """The times, the rate, and a row of values for each channel."""
    if path.endswith('.csv'):
        rows = None if seconds is None else seconds * 100
        table = pd.read_csv(path, nrows=rows)
        at = pd.to_datetime(table['time'], format='%Y-%m-%dT%H:%M:%S.%f').to_numpy().astype('datetime64[ns]').astype(np.int64) / 1e9
        return at, 100, table.iloc[:, 1:].to_numpy().T
    raw = mne.io.read_raw_edf(path, preload=False)
    rate = int(raw.info['sfreq'])
    values = raw.get_data(stop=None if seconds is None else seconds * rate)
    return np.arange(values.shape[1]) / rate, rate, values


def epochs(values, length):
    count = len(values) // length
    return values[: count * length].reshape(count, length)


def start():
    return picture(minute)


def unknown():
    """The first minute of a table of which nothing is known: what an analyst finds out first, in the shortest way."""
    with open(path, newline='') as file:
        head = file.read(1 << 18)
    sniffer = csv.Sniffer()
    dialect = sniffer.sniff(head[: 1 << 12])
    header = 0 if sniffer.has_header(head[: 1 << 12]) else None
    lines = head[: head.rfind('\n')]
    table = pd.read_csv(io.StringIO(lines), sep=dialect.delimiter, header=header)
    column = next(name for name in table if table[name].dtype == object)
    at = pd.to_datetime(table[column], infer_datetime_format=True)
    rate = round(1 / at.diff().median().total_seconds(), 3)
    with open(path, 'rb') as file:
        file.seek(-(1 << 12), os.SEEK_END)
        last = file.read().decode().strip().split('\n')[-1]
    ends = pd.to_datetime(next(csv.reader([last], dialect))[list(table).index(column)])
    rows = pd.read_csv(path, sep=dialect.delimiter, header=header, nrows=int(minute * rate))
    pd.to_datetime(rows[column], infer_datetime_format=True)
    values = rows.drop(columns=column).to_numpy().T
    assert ends > at.iloc[0]
    return buckets(values)


def picture(seconds=None):
    _, _, values = read(seconds)
    return buckets(values)


def buckets(values):
    width = -(-values.shape[1] // pixels)
    return sum(len(epochs(row, width).min(1)) + len(epochs(row, width).max(1)) for row in values)


def quality():
    at, rate, values = read()
    steps = np.diff(at)
    found = [float((steps > 1.5 / rate).sum())]
    for row in values:
        same = np.diff(row) == 0
        ends = np.flatnonzero(~same)
        found.append(float(np.diff(np.concatenate(([-1], ends, [len(same)]))).max()))
        found.append(float(((row == row.min()) | (row == row.max())).mean()))
        found.append(float(np.isnan(row).mean()))
    if path.endswith('.csv'):
        length = np.sqrt((values**2).sum(0))
        still = np.ones(len(length) // (10 * rate), dtype=bool)
        for row in values:
            still &= epochs(row, 10 * rate).std(1) < 0.013
            windows = epochs(row, 900 * rate)
            found.extend(windows.std(1))
            found.extend(windows.max(1) - windows.min(1))
        found.append(float(np.abs(epochs(length, 10 * rate).mean(1)[still] - 1).mean()) if still.any() else 0)
    return len(found)


def measures():
    _, rate, values = read()
    found = []
    if path.endswith('.csv'):
        length = np.sqrt((values**2).sum(0))
        found.extend(epochs(np.maximum(length - 1, 0), minute * rate).mean(1))
        fives = epochs(length, 5 * rate)
        found.extend(np.abs(fives - fives.mean(1, keepdims=True)).mean(1))
        for row in values:
            found.extend(epochs(row, minute * rate).mean(1))
    else:
        passed = signal.sosfiltfilt(signal.butter(2, [5, 15], 'bandpass', fs=rate, output='sos'), values[0])
        peaks, _ = signal.find_peaks(np.convolve(np.gradient(passed) ** 2, np.ones(rate // 7), 'same'), distance=rate // 4)
        found.append(len(peaks))
    for row in values:
        each = epochs(row, minute * rate)
        found.extend(each.mean(1))
        found.extend(each.std(1, ddof=1))
        found.extend(np.sqrt((each**2).mean(1)))
        found.extend(each.max(1) - each.min(1))
        frequencies, power = signal.welch(each, fs=rate, nperseg=2 ** round(np.log2(4 * rate)))
        sums = power.cumsum(1)
        found.extend(frequencies[(sums >= sums[:, -1:] / 2).argmax(1)])
    return len(found)


read(1)
run = {'start': start, 'unknown': unknown, 'picture': picture, 'quality': quality, 'measures': measures}[step]
began, elapsed_from = time.process_time(), time.perf_counter()
count = run()
seconds, elapsed = time.process_time() - began, time.perf_counter() - elapsed_from
more = []
for _ in range(19 if step in ('start', 'unknown') else 0):
    began = time.process_time()
    run()
    more.append(time.process_time() - began)
again = sorted(more[-5:])[2] if more else seconds
print(json.dumps({'seconds': seconds, 'again': again, 'elapsed': elapsed, 'found': count, 'megabytes': most_megabytes()}))
