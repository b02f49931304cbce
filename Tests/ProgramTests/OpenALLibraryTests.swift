import AVFoundation
import SordinoSimulator
import Testing

/// Programs in C that link `libSordinoOpenAL.so`, as processes on a simulated device.
enum OpenALLibrary {
    static let library = Programs.named("libSordinoOpenAL.so")
    static let compiler = Programs.outside("cc") ?? Programs.outside("clang")

    /// The folder that `Scripts/openal-programs` fills.
    static let outsideFolder = ProcessInfo.processInfo.environment["SORDINO_OPENAL_PROGRAMS"]
        .map { URL(fileURLWithPath: $0) }

    /// Runs a program to its end, with time on the device as fast as on the wall: such programs wait by sleeping.
    static func run(
        _ program: URL, _ arguments: [String] = [], on device: SimulatedDevice, environment: [String: String] = [:],
        withinSeconds: Double = 90
    ) throws -> SimulatedProcess {
        guard let library else { throw CocoaError(.fileNoSuchFile) }
        // A program that links libalut alone names only libopenal: loading ours first makes both use it.
        let own = ["LD_PRELOAD": library.path, "LD_LIBRARY_PATH": library.deletingLastPathComponent().path]
        let process = try device.launch(
            program, arguments: arguments, environment: own.merging(environment) { $1 }, waitsForSession: false)
        device.advanceOnTheWall(until: process, endsWithin: withinSeconds)
        return process
    }

    static func peak(_ device: SimulatedDevice, from: Double = 0) -> Float {
        device.output(.builtInSpeaker)?.peak(from: from, to: device.now) ?? 0
    }
}

@Suite(
    .enabled(
        if: Programs.canBeSimulated && OpenALLibrary.library != nil && OpenALLibrary.compiler != nil,
        "libSordinoOpenAL.so was not built, or there is no C compiler or dbus-daemon"), .serialized)
struct OpenALLibraryTests {
    @Test func aProgramInCThatLinksTheLibraryIsHeard() throws {
        let folder = try Folder()
        let source = folder.file("tone.c")
        try Self.tone.write(to: source, atomically: true, encoding: .utf8)
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let headers = package.appendingPathComponent("Sources/Shims/COpenAL/include")
        let compiler = try #require(OpenALLibrary.compiler)
        let library = try #require(OpenALLibrary.library).deletingLastPathComponent()
        let compiled = try Programs.run(
            compiler,
            [
                "-I", headers.path, source.path, "-o", folder.file("tone").path, "-L", library.path,
                "-lSordinoOpenAL", "-lm",
            ])
        try #require(compiled.status == 0, "\(compiled.output)")
        let device = SimulatedDevice(.phone)
        let process = try OpenALLibrary.run(folder.file("tone"), on: device)
        guard process.terminationStatus == 0 else {
            #expect(process.output.contains("libopenal1"), "\(process.output)")
            return
        }
        #expect(process.output.contains("device Sordino"), "\(process.output)")
        #expect(process.output.contains("loopback closed"), "\(process.output)")
        #expect(OpenALLibrary.peak(device) > 0.2)
    }

    private static let tone = """
        #include <OpenAL/al.h>
        #include <OpenAL/alc.h>
        #include <math.h>
        #include <stdio.h>
        #include <unistd.h>
        // As a program declares them that includes <AL/alext.h>.
        ALCdevice *alcLoopbackOpenDeviceSOFT(const ALCchar *name);
        void alGetSourcedvSOFT(ALuint source, ALenum parameter, ALdouble *values);
        int main(void) {
            ALCdevice *device = alcOpenDevice(NULL);
            if (device == NULL) return 1;
            ALCcontext *context = alcCreateContext(device, NULL);
            alcMakeContextCurrent(context);
            printf("device %s\\n", alcGetString(device, ALC_DEVICE_SPECIFIER));
            static short samples[24000];
            for (int i = 0; i < 24000; i++) samples[i] = 16000 * sin(2 * 3.14159265 * 1000 * i / 48000);
            ALuint buffer, source;
            alGenBuffers(1, &buffer);
            alBufferData(buffer, AL_FORMAT_MONO16, samples, sizeof samples, 48000);
            alGenSources(1, &source);
            alSourcei(source, AL_BUFFER, buffer);
            alSourcePlay(source);
            ALint state;
            do {
                usleep(10000);
                alGetSourcei(source, AL_SOURCE_STATE, &state);
            } while (state == AL_PLAYING);
            double offset[2] = {-1, -1};
            alGetSourcedvSOFT(source, 0x1201, offset);
            if (offset[1] <= 0) return 2;
            ALCdevice *loopback = alcLoopbackOpenDeviceSOFT(NULL);
            if (loopback != NULL && alcCloseDevice(loopback)) printf("loopback closed\\n");
            alcMakeContextCurrent(NULL);
            alcDestroyContext(context);
            return alcCloseDevice(device) ? 0 : 3;
        }
        """
}

/// The examples and tests of freealut, openal-info and the examples of openal-soft, which `Scripts/openal-programs` builds.
@Suite(
    .enabled(
        if: OpenALLibrary.outsideFolder != nil && Programs.canBeSimulated && OpenALLibrary.library != nil,
        "Scripts/openal-programs runs these tests: it brings programs that are not part of the package"), .serialized)
struct OpenALOutsideProgramTests {
    struct Outside: Sendable, CustomTestStringConvertible {
        let name: String
        var arguments: [String] = []
        /// Text that the program writes.
        var writes = ""
        var isHeard = false
        var status: Int32 = 0
        var testDescription: String { ([name] + arguments).joined(separator: " ") }
    }

    static let programs: [Outside] = [
        Outside(name: "playfile", arguments: ["file1.wav"], isHeard: true),
        Outside(name: "playfile", arguments: ["file2.au"], isHeard: true),
        Outside(name: "test_errorstuff"),
        Outside(name: "test_fileloader", isHeard: true),
        Outside(name: "test_memoryloader", isHeard: true),
        Outside(name: "test_retrostuff", isHeard: true),
        Outside(name: "test_version", writes: "1.1"),
        Outside(name: "test_waveforms", isHeard: true),
        Outside(name: "hello_world", isHeard: true),
        Outside(name: "openal-info", writes: "ALC_EXT_EFX"),
        Outside(name: "altonegen", arguments: ["-t", "1"], writes: "Opened \"Sordino\"", isHeard: true),
        Outside(name: "altonegen", arguments: ["-t", "1", "-w", "square"], writes: "square-wave", isHeard: true),
        Outside(name: "alplay", arguments: ["tone.wav"], writes: "Offset", isHeard: true),
        Outside(name: "alstream", arguments: ["tone.wav"], writes: "Done.", isHeard: true),
        Outside(name: "alhrtf", arguments: ["tone.wav"], writes: "HRTF enabled", isHeard: true),
        Outside(name: "allatency", arguments: ["tone.wav"], writes: "Latency: ", isHeard: true),
        Outside(name: "alreverb", arguments: ["tone.wav"], writes: "Using EAX Reverb", isHeard: true),
        Outside(name: "almultireverb", arguments: ["tone.wav"], writes: "Transition 8 of 8", isHeard: true),
        Outside(name: "alloopback"),
    ]

    /// A folder with what the programs read.
    private func sounds() throws -> Folder {
        let folder = try Folder()
        let outside = try #require(OpenALLibrary.outsideFolder)
        for name in ["file1.wav", "file2.au", "file3.raw"] {
            let source = outside.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: folder.file(name))
        }
        _ = try folder.sine("tone.wav", seconds: 2, channels: 1)
        return folder
    }

    @Test(arguments: programs) func theProgramRuns(_ outside: Outside) throws {
        let program = try #require(OpenALLibrary.outsideFolder).appendingPathComponent(outside.name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            print("openal-programs | \(outside.testDescription) | not built, skipped")
            return
        }
        let folder = try sounds()
        let device = SimulatedDevice(.phone)
        // Arguments are names in the folder; freealut's tests read files of the folder they are started in.
        let process = try OpenALLibrary.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["-C", folder.url.path, program.path] + outside.arguments,
            on: device, environment: ["SDL_AUDIODRIVER": "dummy"])
        let peak = OpenALLibrary.peak(device)
        #expect(process.terminationStatus == outside.status, "\(process.output)")
        #expect(process.output.contains(outside.writes) || outside.writes.isEmpty, "\(process.output)")
        #expect(outside.isHeard == (peak > 0.01), "peak \(peak)")
        let status = process.terminationStatus.map { "status \($0)" } ?? "did not end"
        print("openal-programs | \(outside.testDescription) | \(status) | peak \(peak)")
    }

    @Test func alrecordWritesWhatTheMicrophoneHears() throws {
        let program = try #require(OpenALLibrary.outsideFolder).appendingPathComponent("alrecord")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            print("openal-programs | alrecord | not built, skipped")
            return
        }
        let folder = try Folder()
        let device = SimulatedDevice(.phone)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        let process = try OpenALLibrary.run(
            program, ["-t", "1", "-o", folder.file("recorded.wav").path], on: device)
        #expect(process.terminationStatus == 0, "\(process.output)")
        let file = try AVAudioFile(forReading: folder.file("recorded.wav"))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
        try file.read(into: buffer)
        let samples = try #require(buffer.floatChannelData)
        let peak = (0..<Int(buffer.frameLength)).map { abs(samples[0][$0]) }.max() ?? 0
        #expect((44_100..<88_200).contains(file.length))
        #expect(peak > 0.2 && peak < 0.3)
        print("openal-programs | alrecord -t 1 | \(file.length) frames recorded | peak \(peak)")
    }
}
