import AVFoundation
import PrivateWebServer
import SordinoSimulator
import Testing

/// `afplay` and the radio of the examples, on a simulated telephone, with a web server of this test.
@Suite(
    .enabled(if: Programs.canBeSimulated, "afplay was not built, or dbus-daemon is not installed"),
    .enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"), .serialized)
struct StreamTests {
    private let device = SimulatedDevice(.phone)
    private let folder: Folder
    private static let seconds = 1.5

    /// Names of files and how ffmpeg makes them; WAVE is made here.
    private static let kinds: [(name: String, options: [String])] = [
        ("a.mp3", ["-b:a", "128k"]), ("a.aac", ["-b:a", "96k"]), ("a.opus", ["-c:a", "libopus"]), ("a.flac", []),
        ("a.ogg", ["-c:a", "libvorbis"]), ("a.wav", []),
    ]

    init() throws { folder = try Folder() }

    private func bytes(_ name: String, _ options: [String]) throws -> [UInt8]? {
        let isOurs = name.hasSuffix("wav")
        let url =
            isOurs
            ? try folder.sine(name, seconds: Self.seconds)
            : try folder.encoded(name, options, seconds: Self.seconds)
        return try url.map { [UInt8](try Data(contentsOf: $0)) }
    }

    /// Runs a program until it ends.
    private func play(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int32?, output: String) {
        let url = try #require(Programs.named(program))
        let process = try device.launch(url, arguments: arguments, environment: environment)
        device.advance(until: process, endsWithin: 600)
        if process.isRunning { process.kill() }
        return (process.terminationStatus, process.output)
    }

    private func expectHeard(_ output: String) {
        let heard = device.soundingSeconds()
        #expect(abs(heard - Self.seconds) < 0.1, "\(heard) s were heard: \(output)")
    }

    private static func head(_ lines: String...) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    // MARK: afplay

    @Test(.timeLimit(.minutes(20)), arguments: kinds.indices, [true, false])
    func whatAServerSendsIsHeardWhole(kind: Int, isChunked: Bool) throws {
        let (name, options) = Self.kinds[kind]
        guard let body = try bytes(name, options) else { return }
        let answer =
            isChunked
            ? Self.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked") + PrivateWebServer.chunked(body)
            : Self.head("HTTP/1.1 200 OK", "Content-Length: \(body.count)") + body
        let server = try #require(PrivateWebServer([answer]))
        defer { server.close() }
        let run = try play("afplay", [server.address("/\(name)")])
        #expect(run.status == 0, "\(run.output)")
        expectHeard(run.output)
    }

    @Test(.timeLimit(.minutes(20)), arguments: kinds.indices)
    func whatComesThroughAPipeIsHeardWhole(kind: Int) throws {
        let (name, options) = Self.kinds[kind]
        guard let body = try bytes(name, options) else { return }
        let file = folder.file("piped-\(name)")
        try Data(body).write(to: file)
        let afplay = try #require(Programs.named("afplay"))
        // A pipe cannot be sought in, unlike a redirected file.
        let command = "exec \"$1\" - < <(cat \"$2\")"
        let process = try device.launch(
            URL(fileURLWithPath: "/bin/bash"), arguments: ["-c", command, "bash", afplay.path, file.path])
        device.advance(until: process, endsWithin: 600)
        if process.isRunning { process.kill() }
        #expect(process.terminationStatus == 0, "\(process.output)")
        expectHeard(process.output)
    }

    @Test(.timeLimit(.minutes(20))) func titlesOfAStationArePrinted() throws {
        guard let body = try bytes("a.mp3", []) else { return }
        let head = Self.head("ICY 200 OK", "icy-name: Tone FM", "icy-metaint: 4000", "Content-Type: audio/mpeg")
        let notes = PrivateWebServer.withTitle("A Tone - It's One", in: body, every: 4000)
        let server = try #require(PrivateWebServer([head + notes]))
        defer { server.close() }
        let run = try play("afplay", ["-d", server.address()])
        #expect(run.output.contains("A Tone - It's One\n"))
        #expect(run.output.contains("station:  Tone FM"))
        // A station that has gone does not come back: that is told.
        #expect(run.output.contains("afplay: the connection was lost; connecting again"))
        #expect(run.status == 1)
        expectHeard(run.output)
    }

    @Test(.timeLimit(.minutes(20))) func aLostConnectionIsNotHeard() throws {
        guard let body = try bytes("a.wav", []) else { return }
        let half = body.count / 2
        let server = try #require(
            PrivateWebServer(steps: [
                [.send(Self.head("HTTP/1.1 200 OK", "Content-Length: \(body.count)") + body.prefix(half)), .reset],
                [
                    .send(
                        Self.head(
                            "HTTP/1.1 200 OK", "Content-Length: \(body.count)", "Accept-Ranges: none") + body)
                ],
            ]))
        defer { server.close() }
        let run = try play("afplay", [server.address()])
        #expect(run.status == 0, "\(run.output)")
        #expect(server.questions.count == 2 && server.questions[1].contains("Range: bytes="))
        expectHeard(run.output)
    }

    @Test(.timeLimit(.minutes(20))) func aSlowServerIsWaitedFor() throws {
        guard let body = try bytes("a.mp3", []) else { return }
        let server = try #require(
            PrivateWebServer(steps: [[.trickle(Self.head("HTTP/1.0 200 OK") + body, pieceByteCount: 100)]]))
        defer { server.close() }
        let run = try play("afplay", [server.address()])
        #expect(run.status == 0, "\(run.output)")
        // Late sound is played late: gaps are as long as the device's time says, the sound is whole.
        #expect(device.soundingSeconds() > Self.seconds - 0.3, "\(device.soundingSeconds())")
    }

    @Test(.timeLimit(.minutes(20))) func whatCannotBePlayedIsSaidInASentence() throws {
        let garbage = [UInt8](repeating: 0x20, count: 4096)
        let server = try #require(
            PrivateWebServer(steps: [
                [.send(Self.head("HTTP/1.1 404 Not Found", "Content-Length: 0"))],
                [.send(Self.head("HTTP/1.1 200 OK") + Array("<html>No sound here.</html>".utf8))],
                [.send(Self.head("HTTP/1.1 200 OK")), .sendForEver(garbage)],
                [.send(Array("220 mail.example\r\n".utf8))],
            ]))
        defer { server.close() }
        let run = try play("afplay", (1...5).map { server.address("/\($0)") })
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 5, "\(run.output)")
        #expect(lines[0].hasSuffix("/1: the server answered with the HTTP status 404"))
        #expect(lines[3].hasSuffix("/4: the server's answer is not HTTP"))
        #expect(lines[4].contains("/5: the server does not answer: ") && lines[4].contains("connect"))
        // A few sockets' buffers full, not more.
        #expect(server.sentByteCount < 16 << 20)
    }

    // MARK: https

    /// A web server with encryption: the system's openssl, in a folder with the sound.
    private final class SecureServer {
        let port: Int
        private let process = Process()

        init?(_ folder: Folder, name: String) throws {
            guard let openssl = Programs.outside("openssl") else { return nil }
            let made = try Programs.run(
                openssl,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                    "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-days", "2", "-keyout", "key.pem", "-out",
                    "certificate.pem",
                ], in: folder.url)
            guard made.status == 0 else { return nil }
            process.executableURL = URL(fileURLWithPath: openssl)
            process.arguments = [
                "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-WWW",
            ]
            process.currentDirectoryURL = folder.url
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            process.standardInput = Pipe()
            try process.run()
            var text = ""
            while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
                let piece = pipe.fileHandleForReading.availableData
                guard !piece.isEmpty else { return nil }
                text += String(decoding: piece, as: UTF8.self)
            }
            guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("ACCEPT") }),
                let port = line.split(separator: ":").last.flatMap({ Int($0) })
            else { return nil }
            self.port = port
        }

        deinit { if process.isRunning { process.terminate() } }
    }

    @Test(.timeLimit(.minutes(20)), .enabled(if: Programs.outside("openssl") != nil, "openssl is not installed"))
    func aSecureServerIsHeardIfItIsTrusted() throws {
        _ = try folder.sine("a.wav", seconds: Self.seconds)
        let server = try #require(try SecureServer(folder, name: "localhost"))
        let address = "https://localhost:\(server.port)/a.wav"
        let trusted = ["SSL_CERT_FILE": folder.file("certificate.pem").path]
        let run = try play("afplay", [address], environment: trusted)
        #expect(run.status == 0, "\(run.output)")
        expectHeard(run.output)
        // Its certificate is self-signed, or names another host.
        let unknown = try play("afplay", [address])
        #expect(unknown.status == 1)
        #expect(unknown.output.contains("its certificate is not trusted: "), "\(unknown.output)")
        #expect(unknown.output.contains("self-signed certificate"), "\(unknown.output)")
        let other = try play("afplay", ["https://127.0.0.1:\(server.port)/a.wav"], environment: trusted)
        #expect(other.status == 1)
        #expect(other.output.contains("its certificate is not trusted: "), "\(other.output)")
        #expect(other.output.contains("127.0.0.1'"), "\(other.output)")
    }

    /// The proxy is asked for the whole address; the station's own name leads nowhere.
    @Test(.timeLimit(.minutes(20))) func aProxyThatTheEnvironmentNamesIsAsked() throws {
        let body = try #require(try bytes("a.wav", []))
        let proxy = try #require(
            PrivateWebServer([Self.head("HTTP/1.1 200 OK", "Content-Length: \(body.count)") + body]))
        defer { proxy.close() }
        let run = try play(
            "afplay", ["http://station.invalid/a.wav"], environment: ["http_proxy": proxy.address(), "no_proxy": ""])
        #expect(run.status == 0, "\(run.output)")
        expectHeard(run.output)
        #expect(proxy.questions.map { $0.prefix { $0 != "\r\n" } } == ["GET http://station.invalid/a.wav HTTP/1.1"])
    }

    // MARK: The radio of the examples

    @Test(.timeLimit(.minutes(20)), arguments: ["a.mp3", "a.aac", "a.wav"]) func theExamplesRadioPlays(name: String)
        throws
    {
        guard let body = try bytes(name, []) else { return }
        let head = Self.head(
            "HTTP/1.1 200 OK", "icy-name: Tone FM", "icy-metaint: 4000", "Content-Type: audio/mpeg",
            "Connection: close")
        let server = try #require(
            PrivateWebServer([head + PrivateWebServer.withTitle("A Tone", in: body, every: 4000)]))
        defer { server.close() }
        let run = try play("radio-stream", [server.address("/stream")])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("station: Tone FM\nnow playing: A Tone\n"), "\(run.output)")
        expectHeard(run.output)
    }

    @Test(.timeLimit(.minutes(20))) func theExamplesRadioSaysWhyItIsSilent() throws {
        let server = try #require(
            PrivateWebServer([
                Self.head("HTTP/1.1 404 Not Found", "Content-Length: 0", "Connection: close"),
                Self.head("HTTP/1.1 200 OK", "Content-Length: 26") + Array("<html>no sound here</html>".utf8),
            ]))
        defer { server.close() }
        let refused = try play("radio-stream", [server.address()])
        #expect(refused.status == 1)
        #expect(refused.output.contains("the server answered with the HTTP status 404"), "\(refused.output)")
        let silent = try play("radio-stream", [server.address()])
        #expect(silent.status == 1)
    }
}
