"""WebRTC's AEC3, NS and AGC2 (the livekit wheel) on the scenes of voice-bench, and PESQ and STOI of everybody.

voice.py run FOLDER     writes SCENE.aec3, .aec3+ns, .webrtc-ns, .webrtc-agc, and prints how fast each was
voice.py judge FOLDER   prints PESQ (P.862.2, wide band) and STOI of each SCENE.NAME with a SCENE.near
"""
import glob
import os
import sys
import time

import numpy as np


def read(path):
    return np.fromfile(path, np.float32)


def process(microphone, far, rate=16000, **parts):
    from livekit import rtc

    apm = rtc.AudioProcessingModule(**{
        "echo_cancellation": False, "noise_suppression": False, "high_pass_filter": False, "auto_gain_control": False,
        **parts})
    frames = rate // 100
    packed = [(np.clip(x, -1, 1) * 32767).astype(np.int16) for x in (microphone, far)]
    output = np.zeros(len(microphone), np.int16)
    spent = 0.0
    for start in range(0, len(microphone) - frames + 1, frames):
        mic, ref = (rtc.AudioFrame(x[start:start + frames].tobytes(), rate, 1, frames) for x in packed)
        began = time.thread_time()
        if parts.get("echo_cancellation"):
            apm.process_reverse_stream(ref)
            apm.set_stream_delay_ms(40)
        apm.process_stream(mic)
        spent += time.thread_time() - began
        output[start:start + frames] = np.frombuffer(mic.data, np.int16)
    return output.astype(np.float32) / 32768, len(microphone) / rate / spent


def net(speed, base):
    """The speed without what the calls cost when everything is off."""
    return 1 / max(1 / speed - 1 / base, 1e-9)


def run(folder):
    kinds = {
        "echo": {
            "aec3": dict(echo_cancellation=True, high_pass_filter=True),
            "aec3+ns": dict(echo_cancellation=True, high_pass_filter=True, noise_suppression=True)},
        "noise": {"webrtc-ns": dict(noise_suppression=True, high_pass_filter=True)},
        "level": {"webrtc-agc": dict(auto_gain_control=True)},
    }
    for path in sorted(glob.glob(folder + "/*.mic")):
        base, scene = path[:-4], os.path.basename(path)[:-4]
        microphone, far = read(path), read(base + ".far")
        kind = scene.split()[0] if scene.split()[0] in kinds else "echo"
        _, off = process(microphone, far)
        for name, parts in kinds[kind].items():
            output, speed = process(microphone, far, **parts)
            output.tofile(f"{base}.{name}")
            print(f"{scene:18}{name:15}{net(speed, off):6.0f} x real time")
    if os.path.exists(folder + "/wide.mic48"):
        microphone, far = read(folder + "/wide.mic48"), read(folder + "/wide.far48")
        _, off = process(microphone, far, 48000)
        for name, parts in {
            "AEC3": dict(echo_cancellation=True, high_pass_filter=True),
            "AEC3, NS": dict(echo_cancellation=True, high_pass_filter=True, noise_suppression=True),
            "AEC3, NS, AGC2": dict(
                echo_cancellation=True, high_pass_filter=True, noise_suppression=True, auto_gain_control=True),
        }.items():
            _, speed = process(microphone, far, 48000, **parts)
            print(f"48 kHz            {name:15}{net(speed, off):6.0f} x real time")


def aligned(output, near, first, last):
    """The output, brought back by its delay of 0 to 50 ms."""
    a, b = near[first:last], output[first:last + 800]
    late = max(range(800), key=lambda lag: float(np.dot(a, b[lag:lag + len(a)])))
    return np.concatenate([output[late:], np.zeros(late, np.float32)])


def judge(folder):
    from pesq import pesq
    from pystoi import stoi

    rate = 16000
    print(f"{'scene':18}{'':15}{'PESQ both':>10}{'STOI both':>10}{'PESQ near':>10}{'STOI near':>10}")
    for path in sorted(glob.glob(folder + "/*.near")):
        base, scene = path[:-5], os.path.basename(path)[:-5]
        near = read(path)
        isNoise = scene.startswith("noise")
        both, alone = ((5, 29), None) if isNoise else ((16.5, 25), (36.5, 43.5))
        names = sorted(glob.glob(base + ".*"))
        for other in names:
            name = os.path.basename(other)[len(scene) + 1:]
            if name in ("near", "far", "echo"):
                continue
            where = alone or both
            output = aligned(read(other), near, int(where[0] * rate), int((where[1] - 1) * rate))
            cells = []
            for span in (both, alone):
                if span is None or not near[int(span[0] * rate):int(span[1] * rate)].any():
                    cells += ["-", "-"]
                    continue
                x, y = (z[int(span[0] * rate):int(span[1] * rate)].astype(np.float64) for z in (near, output))
                try:
                    cells += [f"{pesq(rate, x, y, 'wb'):.2f}", f"{stoi(x, y, rate):.3f}"]
                except Exception:
                    cells += ["-", "-"]
            print(f"{scene:18}{name:15}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


if __name__ == "__main__":
    {"run": run, "judge": judge}[sys.argv[1]](sys.argv[2])
