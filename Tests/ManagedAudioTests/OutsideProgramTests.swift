import Foundation
import PrivatePipeWire
import RunningProgram
import Testing

extension ManagedAudioTests {
    /// Programs that no one here wrote and that need more than a file to play, under the policy and with a session manager.
    @Suite(
        .serialized,
        .enabled(if: PrivatePipeWire.path(of: "wireplumber") != nil, "skipped: WirePlumber is not installed"))
    struct OutsideProgramTests {
        private static let isWavePlayable = PrivatePipeWire.path(of: "pw-play") != nil
        private static let level: Float = 0.25

        private let system: WholeSystem
        private let file: URL

        init() throws {
            system = try WholeSystem(
                quantum: 2_048, withDaemon: false, withSessionManager: true, hasClock: false,
                options: ["--manage", "all"])
            try system.waitForDefault()
            try system.startDaemon()
            file = system.server.folder.appendingPathComponent("level.wav")
            try WaveFile.write(level: Self.level, seconds: 60, to: file)
        }

        private static func isLevel(_ samples: [Float]) -> Bool { samples.allSatisfy { abs($0 - level) < 1e-4 } }

        /// A constant level of any size: OpenAL Soft has a gain of its own.
        private static func isSteady(_ samples: [Float]) -> Bool {
            guard let first = samples.first, first > 0.05 else { return false }
            return samples.allSatisfy { abs($0 - first) < 0.01 * first }
        }

        // MARK: OpenAL

        /// Plays a sound of one level over and over with OpenAL Soft.
        private static let script = """
            import array, ctypes, os, time
            # OpenAL Soft 1.25 takes what libsystemd 262 did not find, while libpulse is opened, for a library that is missing.
            if os.environ["ALSOFT_DRIVERS"] == "pulse": ctypes.CDLL("libpulse.so.0")
            al = ctypes.CDLL("libopenal.so.1")
            for name in ("alcOpenDevice", "alcCreateContext"):
                getattr(al, name).restype = ctypes.c_void_p
            device = ctypes.c_void_p(al.alcOpenDevice(None))
            context = ctypes.c_void_p(al.alcCreateContext(device, None))
            assert device.value and context.value and al.alcMakeContextCurrent(context)
            buffer, source = ctypes.c_uint(), ctypes.c_uint()
            al.alGenBuffers(1, ctypes.byref(buffer))
            sound = array.array("h", [8192] * 96000).tobytes()
            al.alBufferData(buffer, 0x1103, sound, len(sound), 48000)
            al.alGenSources(1, ctypes.byref(source))
            al.alSourcei(source, 0x1009, buffer.value)
            al.alSourcei(source, 0x1007, 1)
            al.alSourcePlay(source)
            while True: time.sleep(60)
            """

        private static let python = "/usr/bin/python3"
        private static let library = [
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
        ]
        .map { "\($0)/libopenal.so.1" }.first { FileManager.default.fileExists(atPath: $0) }
        private static var isOpenALThere: Bool {
            library != nil && FileManager.default.isExecutableFile(atPath: python)
        }
        /// PipeWire too where the library can: from 1.23 on it takes that before PulseAudio.
        private static var drivers: [String] {
            let words = library.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
            return ["pulse"] + (words.range(of: Data("libpipewire-0.3.so".utf8)) != nil ? ["pipewire"] : [])
        }

        /// `alureplay` where it is installed, else the same calls from a script.
        private func openALProgram(_ driver: String) throws -> RunningProgram {
            let environment = system.environment.merging(["ALSOFT_DRIVERS": driver, "HOME": system.server.folder.path])
            {
                $1
            }
            if let player = PrivatePipeWire.path(of: "alureplay") {
                return try RunningProgram(player, [file.path], environment: environment)
            }
            let script = system.server.folder.appendingPathComponent("openal.py")
            try Data(Self.script.utf8).write(to: script)
            return try RunningProgram(Self.python, [script.path], environment: environment)
        }

        @Test(
            .enabled(if: isOpenALThere, "skipped: OpenAL Soft or python3 is not installed"),
            .enabled(
                if: PrivatePipeWire.path(of: "pipewire-pulse") != nil, "skipped: pipewire-pulse is not installed"),
            arguments: drivers)
        func aProgramOfOpenALIsHeardAndManaged(driver: String) throws {
            let pulse = try system.pulseServer()
            defer { pulse?.kill() }
            let program = try openALProgram(driver)
            defer { program.kill() }
            #expect(system.isPlayerLinked(), "\(program.said)")
            #expect(system.hear(until: Self.isSteady) != nil, "\(program.said)")
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            try system.audioctl("call", "decline")
            #expect(system.hear(until: Self.isSteady) != nil, "\(program.said)")
        }

        // MARK: Games

        /// A program without remote control that the lock silences.
        @Test(.enabled(if: isWavePlayable, "skipped: pw-play is not installed"))
        func aGameThatWasSilentUnderTheLockIsHeardAfterIt() throws {
            let game = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "pw-play")), ["--media-role", "Game", file.path],
                environment: system.environment)
            defer { game.kill() }
            for _ in 0..<2 {
                #expect(system.hear(until: Self.isLevel) != nil, "\(game.said)")
                try system.audioctl("lock", "on")
                #expect(system.hear(until: isSilence) != nil)
                try system.audioctl("lock", "off")
            }
            #expect(system.hear(until: Self.isLevel) != nil, "\(game.said)")
        }

        // MARK: Ringtones

        /// A shell's ringtone by PulseAudio's tool, with and without a role.
        @Test(
            .enabled(if: PrivatePipeWire.path(of: "paplay") != nil, "skipped: paplay is not installed"),
            .enabled(
                if: PrivatePipeWire.path(of: "pipewire-pulse") != nil, "skipped: pipewire-pulse is not installed"),
            arguments: ["event", "phone", ""])
        func aRingtoneOfPulseAudiosToolRings(role: String) throws {
            let pulse = try system.pulseServer()
            defer { pulse?.kill() }
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            let words = (role.isEmpty ? [] : ["--property=media.role=\(role)"]) + [file.path]
            let ringtone = try RunningProgram(
                try #require(PrivatePipeWire.path(of: "paplay")), words, environment: system.environment)
            defer { ringtone.kill() }
            // Beside the tone that the service makes up, of the same amplitude.
            let both = system.hear { ($0.min() ?? -1) > -0.01 && ($0.max() ?? 0) > 0.49 }
            #expect(both != nil, "\(ringtone.said)")
        }
    }
}
