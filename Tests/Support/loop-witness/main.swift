// loop-witness LOOP: a program whose main thread runs one of the loops that programs on Linux have, and that waits for what Apple's
// frameworks deliver on the main queue: a notification, a delegate's call, work of the main actor. It prints each when it arrives on
// the main queue, and ends with 0 after all of them; with 77 where the loop's library is not installed.
import AVFAudio
import Dispatch
import Glibc

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

@MainActor
final class Arrivals: NSObject, AVAudioPlayerDelegate {
    private var expected: Set<String> = ["notification", "delegate", "actor"]

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

let arrivals = Arrivals()
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
    say("usage: loop-witness runloop|dispatch|poll|glib")
    exit(2)
}
