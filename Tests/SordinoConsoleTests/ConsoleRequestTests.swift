import Patience
import PrivateBus
import SordinoConsole
import SordinoJSON
import SordinoService
import Testing

/// Requests that are as they should be, and requests of strangers.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && HTTPServer.isAvailable, "dbus-daemon or libmicrohttpd12 is not installed"),
    .timeLimit(.minutes(20)))
struct ConsoleRequestTests {
    @Test func theRightTokenGetsThePage() throws {
        let bench = try ConsoleBench()
        let answer = try bench.ask(bench.head())
        #expect(answer.status == 200)
        #expect(answer.head.contains("Content-Security-Policy: default-src 'none'; script-src 'nonce-"))
        for header in ["Cache-Control: no-store", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer"] {
            #expect(answer.head.contains(header))
        }
        #expect(answer.body.hasSuffix("</html>\n"))
        // Nothing comes from elsewhere.
        #expect(!answer.body.contains("src=\"http") && !answer.body.contains("@import"))
    }

    @Test func anotherTokenOrNoneGetsNothing() throws {
        let bench = try ConsoleBench()
        for path in [
            "/", "/?token=", "/?token=0", "/?token=\(bench.token)0", "/events", "/log?token=x", "/nothing",
            "/configuration", "/configuration?token=0", "/picture?song=1", "/picture?player=a&token=0",
        ] {
            #expect(try bench.ask(bench.head("GET", path)).status == 403, "\(path)")
        }
        let body = "[\"ringer\",\"silent\"]"
        for token in [nil, "", "0"] as [String?] {
            let head = bench.head("POST", "/act", ["X-Console-Token": token, "Content-Length": "\(body.utf8.count)"])
            #expect(try bench.ask(head + body).status == 403)
            for path in ["/policy", "/change", "/library"] {
                let head = bench.head("POST", path, ["X-Console-Token": token, "Content-Length": "2"])
                #expect(try bench.ask(head + "{}").status == 403, "\(path)")
            }
        }
    }

    @Test func foreignNamesAndPagesAreRefused() throws {
        let bench = try ConsoleBench()
        for host in ["evil.example:\(bench.port)", "127.0.0.1:1", "localhost"] {
            #expect(try bench.ask(bench.head("GET", nil, ["Host": host])).status == 403, "\(host)")
        }
        #expect(try bench.ask(bench.head("GET", nil, ["Host": "localhost:\(bench.port)"])).status == 200)
        #expect(try bench.ask(bench.head("GET", nil, ["Origin": "http://evil.example"])).status == 403)
        #expect(try bench.ask(bench.head("GET", nil, ["Sec-Fetch-Site": "cross-site"])).status == 403)
        #expect(try bench.ask(bench.head("GET", nil, ["Origin": "http://127.0.0.1:\(bench.port)"])).status == 200)
    }

    /// Requests of strangers, each with the token, so that only its form is wrong; and the answers that may come, 0 for none.
    private func hostile(_ bench: ConsoleBench) -> [(name: String, bytes: [UInt8], answers: Set<Int>)] {
        let right = "/?token=\(bench.token)"
        func text(_ text: String) -> [UInt8] { Array(text.utf8) }
        func act(_ changes: [String: String?], _ body: String = "[]") -> [UInt8] {
            text(bench.head("POST", "/act", changes) + body)
        }
        func other(_ path: String, _ body: String) -> [UInt8] {
            text(bench.head("POST", path, ["Content-Length": "\(body.utf8.count)"]) + body)
        }
        let long = String(repeating: "a", count: 100_000)
        let many = (0..<300).map { "X-\($0): 1\r\n" }.joined()
        let host = "Host: 127.0.0.1:\(bench.port)\r\n"
        return [
            ("nothing", [], [0]), ("half a line", text("GET /?tok"), [0]),
            ("random bytes", (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }, [0, 400, 405, 501, 505]),
            ("a head that does not end", text("GET \(right) HTTP/1.1\r\n\(host)"), [0]),
            ("a long header", text(bench.head("GET", nil, ["X-Long": long])), [0, 413, 431, 500]),
            ("many headers", text("GET \(right) HTTP/1.1\r\n\(host)\(many)Connection: close\r\n\r\n"), [431]),
            ("a long path", text(bench.head("GET", "/\(long)?token=\(bench.token)")), [0, 413, 414, 431, 500]),
            ("another method", text(bench.head("BREW", right)), [405]),
            ("a question before", text(bench.head("OPTIONS", right, ["Origin": "http://evil.example"])), [405]),
            ("a trace", text(bench.head("TRACE", right)), [405]),
            ("a path upwards", text(bench.head("GET", "/../../etc/passwd?token=\(bench.token)")), [404]),
            ("an escaped path", text(bench.head("GET", "/%2e%2e/%2e%2e/etc/passwd?token=\(bench.token)")), [404]),
            ("an escaped zero", text(bench.head("GET", "/%00?token=\(bench.token)")), [404]),
            // libmicrohttpd 0.9.75 ends the path there, so that this asks for the page.
            (
                "a zero", text("GET /\0?token=\(bench.token) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"),
                [0, 200, 400, 403, 404]
            ),
            ("a whole address", text(bench.head("GET", "http://evil.example\(right)")), [404]),
            ("no host", text(bench.head("GET", nil, ["Host": nil])), [400, 403]),
            ("two hosts", text("GET \(right) HTTP/1.1\r\n\(host)\(host)Connection: close\r\n\r\n"), [400, 403]),
            ("an old version", text("GET \(right) HTTP/0.9\r\n\r\n"), [0, 400, 403, 505]),
            ("a new version", text("GET \(right) HTTP/9.9\r\n\(host)\r\n"), [0, 400, 403, 505]),
            ("a length that is none", act(["Content-Length": "-5"]), [0, 400]),
            ("a long length", act(["Content-Length": "99999999999999999999"]), [0, 400, 413]),
            (
                "two lengths",
                text(
                    "POST /act HTTP/1.1\r\n\(host)X-Console-Token: \(bench.token)\r\nContent-Length: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\n[]"
                ), [0, 400]
            ),
            (
                "a body that is too long", act(["Content-Length": "20000"], String(repeating: " ", count: 20_000)),
                [0, 413]
            ),
            (
                "pieces without end",
                act(
                    ["Transfer-Encoding": "chunked"], String(repeating: "1000\r\n\(long.prefix(4_096))\r\n", count: 20)),
                [0, 400, 413]
            ),
            ("a piece of a wrong size", act(["Transfer-Encoding": "chunked"], "zz\r\n[]\r\n0\r\n\r\n"), [0, 400, 413]),
            ("a body that does not come", act(["Content-Length": "100"], "[\"ri"), [0, 400]),
            ("a body that is no list", act(["Content-Length": "4"], "null"), [400]),
            ("a body that is no text", act(["Content-Length": "2"]).dropLast(2) + [0xFF, 0xFE], [400]),
            ("a word that is no command", act(["Content-Length": "7"], "[\"rm\"] "), [409]),
            ("no question", other("/library", "[]"), [400]),
            ("a question of another kind", other("/library", "{\"list\":1}"), [409]),
            ("a question before the first", other("/library", "{\"from\":-1}"), [400]),
            ("a long question", other("/library", "{\"text\":\"\(long.prefix(1_000))\"}"), [400]),
            ("a question that is too long", other("/library", String(long.prefix(3_000))), [0, 413]),
            ("a change that is not confirmed", other("/change", "{\"text\":\"\"}"), [400]),
            ("a change of nothing", other("/change", "{\"isConfirmed\":true}"), [400]),
            (
                "a change and its opposite", other("/change", "{\"text\":\"\",\"undo\":true,\"isConfirmed\":true}"),
                [400]
            ),
            ("a long change", other("/change", "{\"isConfirmed\":true,\"text\":\"\(long)\"}"), [400]),
            ("deep lists", other("/change", String(repeating: "[", count: 50_000)), [400]),
            ("a story that is none", other("/policy?from=-1", ""), [400]),
            ("a number of nothing", other("/policy?from=99999999999999999999", ""), [400]),
            ("a player that is none", act(["Content-Length": "27"], "[\"player\",\"toggle\",\"org.a\"]"), [409]),
            ("a key that is none", act(["Content-Length": "25"], "[\"player\",\"burn\",\"org.a\"]"), [409]),
            ("no instrument", act(["Content-Length": "22"], "[\"midi\",\"forget\",\"/\"] "), [409]),
            ("a picture of nothing", text(bench.head("GET", "/picture?token=\(bench.token)")), [404]),
            (
                "a picture by a path", text(bench.head("GET", "/picture?player=../../etc/passwd&token=\(bench.token)")),
                [404]
            ),
            (
                "a header without a name", text("GET \(right) HTTP/1.1\r\n\(host): x\r\nConnection: close\r\n\r\n"),
                [0, 200, 400]
            ),
        ]
    }

    @Test func strangersRequestsGetNothingAndHarmNobody() throws {
        let bench = try ConsoleBench()
        let requests = hostile(bench)
        #expect(requests.count >= 21)
        for request in requests {
            let socket = try PlainSocket(port: bench.port)
            socket.send(request.bytes)
            // A request that is not whole ends here.
            socket.endSending()
            let answer = PlainAnswer(socket.readAll())
            #expect(request.answers.contains(answer.status), "\(request.name): \(answer.status)")
            #expect(try bench.ask(bench.head()).status == 200, "after \(request.name)")
        }
        #expect(bench.console.viewerCount == 0)
        #expect(Patience.until { bench.console.connectionCount == 0 })
    }

    @Test func aThousandConnectionsLeaveRoomForOneMore() throws {
        let bench = try ConsoleBench()
        var idle: [PlainSocket] = []
        for number in 0..<1_000 {
            guard let socket = try? PlainSocket(port: bench.port) else { continue }
            if number.isMultiple(of: 2) { socket.send(Array("GET /?token=".utf8)) }
            idle.append(socket)
            // A process has a thousand descriptors at most on many machines, and the console is in this one.
            if idle.count > 200 { idle.removeFirst() }
        }
        #expect(bench.console.connectionCount <= HTTPServer.mostConnections + 16)
        // Those that say nothing give way when they are no longer young.
        #expect(Patience.until { (try? bench.ask(bench.head()).status) == 200 })
        #expect(idle.count > 100)
    }

    @Test func aConfigurationIsJudgedAsTheToolJudgesIt() throws {
        let bench = try ConsoleBench()
        func check(_ text: String) throws -> String {
            let head = bench.head("POST", "/policy", ["Content-Length": "\(text.utf8.count)"])
            let answer = try bench.ask(head + text)
            #expect(answer.status == 200)
            return answer.body
        }
        #expect(try check("nonsense\n[ducking]\ngain = loud\n").contains("\"sentence\":\"2 faults\""))
        #expect(try check("").contains("\"sentence\":\"0 lines hold, 0 warnings, 0 notes"))
        // The name of a text is not a file's.
        #expect(ConsolePolicy.verdict("[ducking]\n").line.hasPrefix("{\"sentence\":\"0 lines hold"))
        let long = String(repeating: "#", count: 65_537)
        let head = bench.head("POST", "/policy", ["Content-Length": "\(long.utf8.count)"])
        #expect([0, 413].contains(try bench.ask(head + long).status))
    }

    @Test func theLogHasAPageWhereOneWasGiven() throws {
        let without = try ConsoleBench()
        #expect(try without.ask(without.head("GET", "/log?token=\(without.token)")).status == 404)
        let with = try ConsoleBench { $0.logPage = { "<!doctype html><p>the log" } }
        let answer = try with.ask(with.head("GET", "/log?token=\(with.token)"))
        #expect(answer.status == 200)
        #expect(answer.body == "<!doctype html><p>the log")
        #expect(answer.head.contains("default-src 'none'"))
    }

    @Test func beyondThisMachineThereIsNoConsoleWithoutEncryption() {
        var options = Console.Options()
        options.address = "0.0.0.0"
        #expect(throws: Console.Refusal.self) { try Console(options) }
        options.address = "192.0.2.1"
        options.encryption = HTTPServer.Encryption(certificate: "none", key: "none")
        #expect(throws: Console.Refusal.self) { try Console(options) }
        options.address = "127.0.0.1"
        #expect(throws: Console.Refusal.self) { try Console(options) }
    }
}
