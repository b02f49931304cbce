import AVFoundation
import Foundation
import Patience
import SordinoSimulator
import Testing

/// A program with a window of GTK 4, on a screen in memory.
@Suite(
    .enabled(if: Programs.named("gtk-player") != nil, "gtk-player was not built: libgtk-4-dev, SORDINO_EXTRA=gtk"),
    .enabled(if: Programs.outside("Xvfb") != nil, "Xvfb is not installed"),
    .enabled(if: Programs.canBeSimulated, "dbus-daemon is not installed"))
struct WindowTests {
    /// An X server without a screen of its own; it chooses its number.
    private final class Screen {
        private let server = Process()
        let display: String

        init() throws {
            server.executableURL = URL(fileURLWithPath: try #require(Programs.outside("Xvfb")))
            server.arguments = ["-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"]
            let pipe = Pipe()
            server.standardOutput = pipe
            server.standardError = FileHandle.nullDevice
            server.standardInput = FileHandle.nullDevice
            try server.run()
            var number = ""
            while !number.hasSuffix("\n"), case let piece = pipe.fileHandleForReading.availableData, !piece.isEmpty {
                number += String(decoding: piece, as: UTF8.self)
            }
            display = ":" + number.filter(\.isNumber)
            try #require(display.count > 1, "Xvfb does not start")
        }

        deinit { server.terminate() }
    }

    /// The texts of the label so far.
    private func labels(_ player: SimulatedProcess) -> [String] {
        player.output.split(separator: "\n").filter { $0.hasPrefix("label: ") }.map { String($0.dropFirst(7)) }
    }

    @Test(.timeLimit(.minutes(20))) func aCallChangesTheLabelAndTheMusicComesBack() throws {
        let screen = try Screen()
        let folder = try Folder()
        let song = try folder.sine("song.wav", seconds: 60)
        let program = try #require(Programs.named("gtk-player"))
        let device = SimulatedDevice(.phone)
        // No bus for accessibility, no settings daemon, no graphics driver: the screen is memory.
        let player = try device.launch(
            program, arguments: [song.path],
            environment: [
                "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
            ])
        #expect(Patience.until { labels(player) == ["playing"] }, "\(player.output)")
        device.advance(1)
        #expect(abs(device.soundingSeconds() - 1) < 0.1)

        device.ring()
        device.advance(1)
        #expect(player.sessionState == .interrupted)
        #expect(Patience.until { labels(player).last == "interrupted" }, "\(player.output)")

        device.declineCall()
        #expect(Patience.until { labels(player).last == "playing again" }, "\(player.output)")
        let resumed = device.now
        device.advance(1)
        #expect(player.sessionState == .active)
        let speaker = try #require(device.output(.builtInSpeaker))
        let last = speaker.samples(channel: 0, from: resumed + 0.5, to: resumed + 0.9)
        #expect(abs((last.map(abs).max() ?? 0) - 0.5) < 0.01, "\(player.output)")
        player.kill()
    }
}
