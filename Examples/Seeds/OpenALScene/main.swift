// A tone that walks around the listener, and a streamed one beside it, as C programs for OpenAL do: swift run openal-scene [SECONDS]
//
// A call or another program's music interrupts it; it comes back by Apple's sequence.

import AVFoundation
import Foundation
import OpenAL

/// Ends the program with a sentence.
func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("openal-scene: \(sentence)\n".utf8))
    exit(1)
}

/// Ends the program if the last call was an error.
func check(_ what: String) {
    let error = alGetError()
    if error != AL_NO_ERROR { fail("\(what): error \(String(error, radix: 16))") }
}

/// Frames of a tone that continues where it stopped.
struct Tone {
    let hertz: Double
    let rate: Double
    var phase = 0.0

    mutating func next(_ count: Int) -> [Int16] {
        (0..<count).map { _ in
            defer { phase = (phase + hertz / rate).truncatingRemainder(dividingBy: 1) }
            return Int16(8_000 * sin(2 * .pi * phase))
        }
    }

    mutating func fill(_ buffer: ALuint, _ count: Int) {
        next(count).withUnsafeBytes {
            alBufferData(buffer, AL_FORMAT_MONO16, $0.baseAddress, ALsizei($0.count), ALsizei(rate))
        }
    }
}

let seconds = CommandLine.arguments.count > 1 ? Double(CommandLine.arguments[1]) ?? 4 : 4
let session = AVAudioSession.sharedInstance()
do { try session.setCategory(.playback) } catch { fail("\(error.localizedDescription)") }

guard let device = alcOpenDevice(nil), let context = alcCreateContext(device, nil) else { fail("no device") }
alcMakeContextCurrent(context)

/// Apple's guide asks programs for this.
nonisolated(unsafe) let held = context
let token = NotificationCenter.default.addObserver(
    forName: AVAudioSession.interruptionNotification, object: session, queue: nil
) { notification in
    if notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        == AVAudioSession.InterruptionType.began.rawValue
    {
        alcMakeContextCurrent(nil)
        alcSuspendContext(held)
    } else {
        try? AVAudioSession.sharedInstance().setActive(true)
        alcMakeContextCurrent(held)
        alcProcessContext(held)
    }
}

var sources: [ALuint] = [0, 0]
var buffers = [ALuint](repeating: 0, count: 4)
alGenSources(2, &sources)
alGenBuffers(4, &buffers)
check("making sources and buffers")

// One second that repeats, walking around.
var walking = Tone(hertz: 440, rate: 44_100)
walking.fill(buffers[0], 44_100)
alSourcei(sources[0], AL_BUFFER, ALint(buffers[0]))
alSourcei(sources[0], AL_LOOPING, AL_TRUE)

// Three buffers of a tenth of a second that are filled again and again, behind the listener.
var streamed = Tone(hertz: 660, rate: 44_100)
for buffer in buffers[1...] { streamed.fill(buffer, 4_410) }
alSourceQueueBuffers(sources[1], 3, Array(buffers[1...]))
alSource3f(sources[1], AL_POSITION, 0, 0, 2)
alSourcePlayv(2, sources)
check("playing")

// The sound heard is the clock: an interruption stops it, too.
var filled = 0
while case let time = Double(filled) / 10, time < seconds {
    let angle = time * .pi / 2
    alSource3f(sources[0], AL_POSITION, Float(sin(angle)), 0, Float(-cos(angle)))
    var processed: ALint = 0
    alGetSourcei(sources[1], AL_BUFFERS_PROCESSED, &processed)
    for _ in 0..<processed {
        var buffer: ALuint = 0
        alSourceUnqueueBuffers(sources[1], 1, &buffer)
        streamed.fill(buffer, 4_410)
        alSourceQueueBuffers(sources[1], 1, &buffer)
        filled += 1
    }
    // A late call finds the source stopped, and starts it again.
    var state: ALint = 0
    alGetSourcei(sources[1], AL_SOURCE_STATE, &state)
    if state == AL_STOPPED { alSourcePlay(sources[1]) }
    Thread.sleep(forTimeInterval: 0.02)
}

NotificationCenter.default.removeObserver(token)
alSourceStopv(2, sources)
alDeleteSources(2, sources)
alDeleteBuffers(4, buffers)
alcMakeContextCurrent(nil)
alcDestroyContext(context)
alcCloseDevice(device)
print("played \(seconds) s, filled \(filled) buffers again")
