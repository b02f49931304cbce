// loop-witness LOOP: a program whose main thread runs one of the loops that programs on Linux have, and that waits for what Apple's
// frameworks deliver there: a notification, a delegate's call, work of the main actor, and a buffer that comes back from an audio
// queue of the main run loop. It prints each when it arrives on the main thread, and ends with 0 after all of them; with 77 where the
// loop's library is not installed. LOOP-unserved: a program that leaves its loop as soon as it has begun.
import AVFAudio
import AudioToolbox
import Dispatch
import Glibc

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

@MainActor
final class Arrivals: NSObject, AVAudioPlayerDelegate {
    private var expected: Set<String>

    init(expecting names: Set<String>) { expected = names }

    func take(_ name: String) {
        guard expected.remove(name) != nil else { return }
        say(name)
        if expected.isEmpty { exit(0) }
    }

    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        MainActor.assumeIsolated { take("delegate") }
    }
}

let loop = CommandLine.arguments.dropFirst().first ?? ""
let glib = loop == "glib" ? dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_GLOBAL) : nil
if loop == "glib", glib == nil { exit(77) }

/// Qt's application, by the names of its functions in C++: no header is needed.
struct QtApplication {
    private let exec: @convention(c) () -> Int32

    /// - Parameter library: The file of QtCore.
    init?(_ library: String) {
        typealias Make =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>,
                UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
                Int32
            ) -> Void
        guard let core = dlopen(library, RTLD_NOW), let make = dlsym(core, "_ZN16QCoreApplicationC1ERiPPci"),
            let exec = dlsym(core, "_ZN16QCoreApplication4execEv")
        else { return nil }
        self.exec = unsafeBitCast(exec, to: (@convention(c) () -> Int32).self)
        // An object of a table and a pointer; its arguments live as long as it does.
        let object = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        let count = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 2)
        count.initialize(to: 1)
        arguments.initialize(to: strdup("loop-witness"))
        (arguments + 1).initialize(to: nil)
        unsafeBitCast(make, to: Make.self)(object, count, arguments, 0x50000)
    }

    func run() { _ = exec() }
}

let qt = loop.hasPrefix("libQt") ? QtApplication(loop.replacing("-unserved", with: "")) : nil
if loop.hasPrefix("libQt"), qt == nil { exit(77) }

// Under dispatchMain() the main thread is gone, and with it its run loop.
let arrivals = Arrivals(
    expecting: loop == "dispatch"
        ? ["notification", "delegate", "actor"] : ["notification", "delegate", "actor", "buffer"])
let observer = NotificationCenter.default.addObserver(
    forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
) { _ in MainActor.assumeIsolated { arrivals.take("notification") } }

/// A tenth of a second of silence as a WAVE file: 800 frames of 8 kHz.
var wave = Data("RIFF".utf8)
for (number, width) in [(36 + 1600, 4)] { wave.append(contentsOf: (0..<width).map { UInt8(number >> (8 * $0) & 255) }) }
wave += Data("WAVEfmt ".utf8)
for (number, width) in [(16, 4), (1, 2), (1, 2), (8000, 4), (16_000, 4), (2, 2), (16, 2)] {
    wave.append(contentsOf: (0..<width).map { UInt8(number >> (8 * $0) & 255) })
}
wave += Data("data".utf8) + Data([0x40, 6, 0, 0]) + Data(count: 1600)

let player = try AVAudioPlayer(data: wave)
player.delegate = arrivals
try AVAudioSession.sharedInstance().setCategory(.playback)
try AVAudioSession.sharedInstance().setActive(true)
guard player.play() else {
    say("the player refuses")
    exit(1)
}
// A telephone plays on through the receiver: a change of the route.
try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
Task { @MainActor in arrivals.take("actor") }

var format = AudioStreamBasicDescription(
    mSampleRate: 8_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsSignedInteger,
    mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
var queue: AudioQueueRef?
guard
    AudioQueueNewOutput(
        &format, { _, _, _ in if Thread.isMainThread { MainActor.assumeIsolated { arrivals.take("buffer") } } }, nil,
        CFRunLoopGetMain(), nil, 0, &queue) == noErr, let queue
else { exit(1) }
var buffer: AudioQueueBufferRef?
guard AudioQueueAllocateBuffer(queue, 1_600, &buffer) == noErr, let buffer else { exit(1) }
memset(buffer.pointee.mAudioData, 0, 1_600)
buffer.pointee.mAudioDataByteSize = 1_600
guard AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr, AudioQueueStart(queue, nil) == noErr else { exit(1) }

switch loop {
case "runloop": RunLoop.main.run()
case "dispatch": dispatchMain()
case "poll":
    guard let descriptor = SordinoProgram.mainQueueDescriptor else { exit(1) }
    while true {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waited, 1, -1) > 0 { SordinoProgram.serveMainQueue() }
    }
case "glib":
    typealias Make = @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
    typealias Run = @convention(c) (OpaquePointer?) -> Void
    guard let make = dlsym(glib, "g_main_loop_new"), let run = dlsym(glib, "g_main_loop_run") else { exit(77) }
    unsafeBitCast(run, to: Run.self)(unsafeBitCast(make, to: Make.self)(nil, 0))
default:
    guard let qt else {
        say("usage: loop-witness runloop|dispatch|poll|glib|FILE OF QTCORE[-unserved]")
        exit(2)
    }
    if loop.hasSuffix("-unserved") { exit(0) }
    qt.run()
}
