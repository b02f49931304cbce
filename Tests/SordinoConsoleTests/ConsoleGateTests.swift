import SordinoConsole
import Testing

/// Which requests are let in.
@Suite struct ConsoleGateTests {
    private let gate = ConsoleGate(
        token: "0123456789abcdef0123456789abcdef", scheme: "http", port: 8080,
        hosts: ["127.0.0.1", "localhost", "::1", "desk.local"], takesAddresses: false)

    private func get(_ headers: [(String, String)]) -> HTTPHead { head("GET", "/", headers) }

    private func head(_ method: String, _ path: String, _ headers: [(String, String)]) -> HTTPHead {
        var head = HTTPHead(method: method, path: path)
        head.headers = headers.map { HTTPHead.Field($0.0, $0.1) }
        if method == "GET" { head.arguments = [HTTPHead.Field("token", gate.token)] }
        return head
    }

    private func status(_ head: HTTPHead) -> Int {
        do throws(ConsoleGate.Refusal) {
            _ = try gate.place(head)
            return 200
        } catch { return error.status }
    }

    @Test(arguments: [
        ("127.0.0.1:8080", true), ("localhost:8080", true), ("LOCALHOST:8080", true), ("[::1]:8080", true),
        ("desk.local:8080", true), ("127.0.0.1", false), ("127.0.0.1:80", false), ("127.0.0.2:8080", false),
        ("evil.example:8080", false), ("localhost.evil.example:8080", false), ("localhost:8080:8080", false),
        ("localhost:08080x", false), ("localhost:08080", false), ("localhost:", false), ("", false),
        ("[::1:8080", false), ("[::1]8080", false),
        ("[localhost]:8080", false), ("::1:8080", false), ("localhost@evil:8080", false), (" localhost:8080", false),
    ])
    func onlyTheConsolesOwnNamesAreItsHosts(host: String, isOwn: Bool) {
        #expect(status(get([("host", host)])) == (isOwn ? 200 : 403))
    }

    @Test func anAddressIsANameWhereTheConsoleListensOnAll() {
        let everywhere = ConsoleGate(
            token: gate.token, scheme: "http", port: 8080, hosts: ["localhost"], takesAddresses: true)
        func isIn(_ host: String) -> Bool { (try? everywhere.place(get([("host", host)]))) != nil }
        #expect(isIn("192.0.2.7:8080"))
        #expect(isIn("[2001:db8::7]:8080"))
        #expect(!isIn("rebound.example:8080"))
    }

    @Test(arguments: [
        ("http://localhost:8080", true), ("HTTP://LOCALHOST:8080", true), ("null", false),
        ("http://evil.example", false), ("https://localhost:8080", false), ("http://localhost:8081", false),
        ("http://127.0.0.1:8080", false), ("", false),
    ])
    func anotherPagesRequestIsRefused(origin: String, isOwn: Bool) {
        #expect(status(get([("host", "localhost:8080"), ("origin", origin)])) == (isOwn ? 200 : 403))
    }

    @Test(arguments: [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("", false)])
    func aBrowserSaysWhoseRequestItIs(site: String, isOwn: Bool) {
        #expect(status(get([("host", "localhost:8080"), ("sec-fetch-site", site)])) == (isOwn ? 200 : 403))
    }

    @Test func theTokenIsWholeAndInItsPlace() {
        let host = [("host", "localhost:8080")]
        for token in ["", "0", String(gate.token.dropLast()), gate.token + "0", gate.token.uppercased()] {
            var wrong = get(host)
            wrong.arguments = [HTTPHead.Field("token", token)]
            #expect(status(wrong) == 403, "\(token)")
        }
        var twice = get(host)
        twice.arguments.append(HTTPHead.Field("token", gate.token))
        #expect(status(twice) == 403)
        // An argument is no header: a form of another page has only the first.
        var posted = head("POST", "/act", host)
        posted.arguments = [HTTPHead.Field("token", gate.token)]
        #expect(status(posted) == 403)
        posted.headers.append(HTTPHead.Field("x-console-token", gate.token))
        #expect(status(posted) == 200)
    }

    @Test func tokensAreLongAndDiffer() {
        let tokens = Set((0..<100).map { _ in ConsoleGate.makeToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func whatIsNotThereIsNotFoundAndLongBodiesAreNotTaken() {
        let host = [("host", "localhost:8080")]
        #expect(status(head("GET", "/etc/passwd", host)) == 404)
        #expect(status(head("GET", "/%2e%2e/", host)) == 404)
        #expect(status(head("DELETE", "/", host)) == 405)
        let given = host + [("x-console-token", gate.token)]
        #expect(status(head("POST", "/", given)) == 405)
        #expect(status(head("POST", "/act", given + [("content-length", "16384")])) == 200)
        for length in ["16385", "99999999999999999999"] {
            #expect(status(head("POST", "/act", given + [("content-length", length)])) == 413, "\(length)")
        }
        for length in ["-1", "+1", "", "0x10", "1 1"] {
            #expect(status(head("POST", "/act", given + [("content-length", length)])) == 400, "\(length)")
        }
        let many = (0..<200).map { ("x-\($0)", "") }
        #expect(status(get(host + many)) == 431)
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", 0), ("8080", "127.0.0.1", 8080), ("0.0.0.0:80", "0.0.0.0", 80),
        ("[::1]:8080", "::1", 8080), ("::1", "::1", 0), ("[::1]", "::1", 0),
    ])
    func placesToListenAreRead(text: String, address: String, port: Int) throws {
        let place = try #require(ConsoleSocket.place(text))
        #expect(place.address == address)
        #expect(Int(place.port) == port)
    }

    @Test(arguments: [
        "", "localhost", "127.0.0.1:", "127.0.0.1:99999", "[::1]x", "[127.0.0.1]:1", "1.2.3.4.5:6", ":80",
    ])
    func otherTextsAreNoPlaces(text: String) { #expect(ConsoleSocket.place(text) == nil) }

    @Test(arguments: [
        ("file:///a/b.png", "/a/b.png"), ("file://localhost/a%20b.png", "/a b.png"), ("file:///%C3%A4.jpg", "/ä.jpg"),
        ("file:///a%2", nil), ("file:///a%zz", nil), ("file:///a%00b", nil), ("file:///%FF", nil),
        ("https://example.org/a.png", nil), ("file://example.org/a.png", nil), ("/a.png", nil), ("", nil),
    ])
    func onlyFilesOfThisMachineArePictures(address: String, path: String?) {
        #expect(ConsolePicture.path(address) == path)
    }

    @Test func wordsOfAnActAreAListOfTexts() throws {
        #expect(try ConsoleActs.words(Array(#"["ringer","silent"]"#.utf8)) == ["ringer", "silent"])
        for body in [
            "", "[]", "{}", "null", "[1]", #"["a""#, #"["a",["b"]]"#, "\"ringer\"",
            #"["1","2","3","4","5","6","7","8","9"]"#,
            String(repeating: "[", count: 10_000),
        ] {
            #expect(throws: ConsoleActs.Refusal.self, "\(body.prefix(20))") { try ConsoleActs.words(Array(body.utf8)) }
        }
        #expect(throws: ConsoleActs.Refusal.self) { try ConsoleActs.words([0xFF, 0xFE]) }
    }
}
