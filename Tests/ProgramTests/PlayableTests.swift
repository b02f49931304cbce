import AVFoundation
import SordinoSimulator
import Testing

/// `afplay` with the files that ffmpeg writes.
@Suite(.enabled(if: Programs.canBeSimulated, "afplay was not built, or dbus-daemon is not installed"), .serialized)
struct PlayableTests {
    private static let seconds = 0.4
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Names and the options with which ffmpeg writes them.
    private static let kinds: [(String, [String])] = {
        var kinds: [(String, [String])] = [
            ("a.wav", ["-c:a", "pcm_u8"]), ("b.wav", ["-c:a", "pcm_s24le"]), ("c.wav", ["-c:a", "pcm_s32le"]),
            ("d.wav", ["-c:a", "pcm_f32le"]), ("e.wav", ["-c:a", "pcm_f64le"]), ("f.wav", ["-c:a", "pcm_mulaw"]),
            ("g.wav", ["-c:a", "pcm_alaw"]), ("h.wav", ["-c:a", "adpcm_ms"]), ("i.wav", ["-c:a", "adpcm_ima_wav"]),
            ("j.wav", ["-rf64", "always"]), ("k.aiff", []), ("l.aiff", ["-c:a", "pcm_s24be"]), ("m.au", []),
            ("n.caf", ["-c:a", "pcm_s16be"]), ("o.caf", ["-c:a", "alac"]), ("p.caf", ["-c:a", "adpcm_ima_qt"]),
            ("q.m4a", []), ("r.m4a", ["-c:a", "alac"]), ("s.mp4", ["-c:a", "flac", "-strict", "-2"]),
            ("t.mp4", ["-c:a", "libopus"]), ("u.mov", ["-c:a", "pcm_s16le"]), ("v.mp4", ["-c:a", "ac3"]),
            ("w.m4a", ["-movflags", "+frag_keyframe+empty_moov", "-frag_duration", "100000"]),
            ("x.m4a", ["-movflags", "+faststart"]), ("y.mp3", ["-b:a", "128k"]), ("z.mp3", ["-q:a", "3"]),
            ("aa.mp2", []), ("ab.aac", []), ("ac.latm", ["-c:a", "aac", "-f", "latm"]), ("ad.flac", []),
            ("ae.oga", ["-c:a", "flac"]), ("af.ogg", ["-c:a", "libvorbis"]), ("ag.opus", ["-c:a", "libopus"]),
            ("ah.ac3", []), ("ai.eac3", []), ("aj.3gp", ["-c:a", "aac"]), ("ak.wav", ["-c:a", "libmp3lame"]),
            ("al.gsm", ["-ar", "8000", "-ac", "1", "-c:a", "libgsm"]),
        ]
        for rate in [8000, 11025, 16000, 22050, 32000, 44100, 88200, 96000, 176400, 192000] {
            kinds.append(("rate\(rate).wav", ["-ar", "\(rate)"]))
            kinds.append(("rate\(rate).flac", ["-ar", "\(rate)"]))
            if rate <= 96000 { kinds.append(("rate\(rate).m4a", ["-ar", "\(rate)"])) }
        }
        let layouts = ["mono", "stereo", "2.1", "quad", "5.0", "5.1", "6.1", "7.1"]
        for layout in layouts {
            let count =
                ["mono": 1, "stereo": 2, "2.1": 3, "quad": 4, "5.0": 5, "5.1": 6, "6.1": 7, "7.1": 8][layout] ?? 2
            let pan = ["-af", "pan=\(layout)|" + (0..<count).map { "c\($0)=c0" }.joined(separator: "|")]
            for (ending, codec) in [
                ("wav", []), ("flac", []), ("m4a", ["-c:a", "aac"]), ("caf", []), ("opus", ["-c:a", "libopus"]),
            ] {
                // No layout of AAC or Opus is like it.
                if ending == "opus" && layout == "2.1" || ending == "m4a" && ["2.1", "6.1"].contains(layout) {
                    continue
                }
                kinds.append(("\(layout).\(ending)", pan + codec))
            }
        }
        return kinds
    }()

    @Test(.timeLimit(.minutes(20)), .enabled(if: Programs.outside("ffmpeg") != nil, "ffmpeg is not installed"))
    func whatFFmpegWritesIsHeard() throws {
        var (files, names) = ([URL](), [String]())
        for (name, options) in Self.kinds {
            guard let file = try folder.encoded(name, options, seconds: Self.seconds) else { continue }
            files.append(file)
            names.append(name)
        }
        #expect(files.count > 60, "ffmpeg writes only \(names)")
        let device = SimulatedDevice(.phone)
        let program = try #require(Programs.named("afplay"))
        let player = try device.launch(program, arguments: ["-d"] + files.map(\.path))
        #expect(device.advance(until: player, endsWithin: 4 * Double(files.count)))
        #expect(player.terminationStatus == 0, "\(player.output)")
        for (file, name) in zip(files, names) {
            #expect(player.output.contains("Playing \(file.path)\n"), "\(name)")
        }
        // Coders differ in what they do with the ends.
        let expected = Self.seconds * Double(files.count)
        #expect(
            abs(device.soundingSeconds() - expected) < 0.05 * expected, "\(device.soundingSeconds()) of \(expected) s")
    }

    @Test(.timeLimit(.minutes(20)), .enabled(if: Programs.outside("ffmpeg") != nil, "ffmpeg is not installed"))
    func aBookWithChaptersIsHeardWhole() throws {
        try Data(
            """
            ;FFMETADATA1
            title=Book
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=500
            title=One
            [CHAPTER]
            TIMEBASE=1/1000
            START=500
            END=1000
            title=Two

            """.utf8
        ).write(to: folder.file("chapters.txt"))
        let book = try #require(
            try folder.encoded(
                "book.m4b", ["-i", folder.file("chapters.txt").path, "-map_metadata", "1", "-map", "0:a"], seconds: 1))
        let device = SimulatedDevice(.phone)
        let player = try device.launch(try #require(Programs.named("afplay")), arguments: [book.path])
        #expect(device.advance(until: player, endsWithin: 20))
        #expect(player.terminationStatus == 0, "\(player.output)")
        #expect(abs(device.soundingSeconds() - 1) < 0.05)
    }
}
