import Foundation
import HardwareContract
import SordinoALSA
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSignal
import Synchronization
import TestPlugIns
import Testing

/// Tests with ALSA's own plugins and a configuration for tests, and with a library that is none.
///
/// One after the other: they depend on time.
@Suite(.serialized) enum ALSATests {}

/// ALSA with a configuration for tests: no card, no server, and devices that write into files.
enum PrivateALSA {
    /// Nil where the library is not installed.
    static let library: ALSALibrary? = {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("alsa-\(getpid()).conf").path
        try? (configuration + (clock.map { "pcm_type.clock { lib \"\($0.path)\" }\n" } ?? ""))
            .write(toFile: path, atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", path, 1)
        return ALSALibrary.system
    }()

    static var isThere: Bool { library != nil }

    /// The plugin that is a card with a clock of its own; nil without a compiler or ALSA's headers.
    private static let clock: URL? = {
        guard TestPlugIns.compiler != nil, let file = try? TestPlugIns.folder().appendingPathComponent("clock.so"),
            (try? TestPlugIns.compile("alsa-clock.c", to: file, linking: ["asound"])) != nil
        else { return nil }
        return file
    }()
    static var hasCard: Bool { isThere && clock != nil }

    /// `speaker` writes what it gets into a file, as float; `wishing` takes one format and rate only; `microphone` gives what a file
    /// has; `card` has a clock, and is unplugged while a file exists.
    private static let configuration = """
        pcm.null { type null }
        pcm.default { type null }
        pcm.plug {
            @args [ SLAVE ]
            @args.SLAVE { type string }
            type plug
            slave.pcm $SLAVE
        }
        pcm.speaker {
            @args [ FILE ]
            @args.FILE { type string }
            type file
            slave.pcm null
            file $FILE
            format raw
        }
        pcm.wishing {
            @args [ FILE FORMAT RATE CHANNELS ]
            @args.FILE { type string }
            @args.FORMAT { type string }
            @args.RATE { type integer }
            @args.CHANNELS { type integer default 2 }
            type plug
            slave {
                pcm { type file slave.pcm null file $FILE format raw }
                format $FORMAT
                rate $RATE
                channels $CHANNELS
            }
        }
        pcm.microphone {
            @args [ FILE ]
            @args.FILE { type string }
            type file
            slave.pcm null
            file "/dev/null"
            infile $FILE
            format raw
        }
        pcm.card {
            @args [ GONE ]
            @args.GONE { type string }
            type clock
            gone $GONE
        }

        """
}

/// An ALSA device that writes into a file, and what is in it.
final class ALSAStand: Sendable {
    let hardware: ALSAHardware
    let file: URL

    /// - Parameter device: The output's name, from its file's.
    init(
        _ device: (String) -> String = { "speaker:FILE='\($0)'" }, input: String = "null", timing: HardwareTiming? = nil
    ) throws {
        file = FileManager.default.temporaryDirectory.appendingPathComponent("alsa-\(UUID().uuidString).raw")
        var names = ALSANames("null")
        names.outputs = [device(file.path)]
        names.inputs = [input]
        hardware = try ALSAHardware(library: PrivateALSA.library, names: names, watchedFolders: [])
        if let timing { hardware.request(timing) }
    }

    deinit {
        hardware.close()
        try? FileManager.default.removeItem(at: file)
    }

    var outputUID: String { hardware.ports.first { $0.direction == .output }?.uid ?? "" }
    var inputUID: String { hardware.ports.first { $0.direction == .input }?.uid ?? "" }

    /// Waits until so many frames were rendered, or as long as they take while the device rests.
    func pass(_ frames: Int) { Self.pass(frames + 6 * hardware.timing.blockFrames, hardware) }

    static func pass(_ frames: Int, _ hardware: ALSAHardware) {
        let wanted = hardware.figures.frameCount + frames
        let restingEnd = HostClock.now() + UInt64(Double(frames) / hardware.timing.sampleRate * 1e9)
        let end = restingEnd + 10_000_000_000
        while hardware.figures.frameCount < wanted, HostClock.now() < end {
            if !hardware.isOpen, HostClock.now() > restingEnd { return }
            ThreadPriority.sleep(untilHostTime: HostClock.now() + 2_000_000)
        }
    }

    /// The samples that the device was given.
    func samples(_ format: PackedSample, channels: Int = 2) -> [[Float]] {
        let bytes = (try? Data(contentsOf: file)) ?? Data()
        let count = bytes.count / (format.byteCount * channels)
        return (0..<channels).map { channel in
            [Float](unsafeUninitializedCapacity: count) { memory, written in
                bytes.withUnsafeBytes { bytes in
                    if let base = bytes.baseAddress, let target = memory.baseAddress {
                        SampleConversion.decode(
                            base + channel * format.byteCount, format, .little, stride: channels, into: target,
                            count: count)
                    }
                }
                written = count
            }
        }
    }

    var samples: [[Float]] { samples(.float32) }

    var bench: ContractBench {
        ContractBench(
            hardware: hardware, outputUID: outputUID, inputUID: inputUID, pass: { [self] in pass($0) },
            played: { [self] in
                // The volume is behind the stage, and a power of two here.
                hardware.volume == 1
                    ? samples : samples.map { channel in channel.map { $0 / hardware.volume } }
            })
    }
}
