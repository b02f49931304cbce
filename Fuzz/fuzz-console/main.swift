// Feeds damaged requests to a console: to its gate, to the readers of acts and configurations, and as bytes to its server. No trap;
// no request is let in without the token, or under another name; and a right request is answered after any number of wrong ones.
//
//   fuzz-console [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import Glibc
import SordinoConsole

let options = FuzzOptions()
var mutation = ByteMutation(seed: options.seed)

let gate = ConsoleGate(
    token: ConsoleGate.makeToken(), scheme: "http", port: 8080, hosts: ["localhost", "::1"], takesAddresses: false)
let hosts = ["localhost:8080", "[::1]:8080", "127.0.0.1:8080", "evil.example:8080", "localhost"]
let bodies = [
    #"["ringer","silent"]"#, #"["permissions","allow","app:org.example"]"#, #"["volume","0.5"]"#, "[[[[\"\\u0041\"]]]]",
]
let questions = [
    #"{"list":"albums","text":"suite","from":40}"#, #"{"list":"album","album":"ffffffffffffffff"}"#,
]
let changes = [
    #"{"text":"[ducking]\ndepth = -20 dB\n","version":"0","isConfirmed":true}"#,
    #"{"undo":true,"version":"cbf29ce484222325","isConfirmed":true}"#,
]
let pictures = ["file:///music/a%20picture.png", "file://localhost/%2e%2e/%ff.jpg", "https://example.org/a.png"]
let configuration = """
    [ducking]
    depth = -12 dB
    prompt over music = -20 dB 200 ms 700 ms
    [program org.example.Radio]
    music = yes
    [control]
    settings = *

    """

@MainActor func damaged(_ text: String) -> String {
    String(decoding: mutation.damaged(Array(text.utf8), headByteCount: text.utf8.count), as: UTF8.self)
}

/// One head, damaged in some of its parts.
@MainActor func tryGate() {
    let host = mutation.choice(below: 2) == 0 ? hosts[mutation.choice(below: hosts.count)] : damaged(hosts[0])
    let origin = damaged("http://localhost:8080")
    let token = mutation.choice(below: 2) == 0 ? gate.token : damaged(gate.token)
    let place = ConsoleGate.Place.allCases[mutation.choice(below: ConsoleGate.Place.allCases.count)]
    var head = HTTPHead(
        method: mutation.choice(below: 8) == 0 ? damaged(place.method) : place.method,
        path: mutation.choice(below: 4) == 0 ? damaged(place.rawValue) : place.rawValue)
    head.headers = [HTTPHead.Field("host", host), HTTPHead.Field("x-console-token", token)]
    if mutation.choice(below: 2) == 0 { head.headers.append(HTTPHead.Field("origin", origin)) }
    if mutation.choice(below: 2) == 0 { head.headers.append(HTTPHead.Field("content-length", damaged("100"))) }
    head.arguments = [HTTPHead.Field("token", token)]
    guard (try? gate.place(head)) != nil else { return }
    precondition(token == gate.token, "another token was taken")
    precondition(["localhost:8080", "[::1]:8080"].contains(host.lowercased()), "another host was taken: \(host)")
    let hasOrigin = head.headers.contains { $0.name == "origin" }
    precondition(!hasOrigin || origin.lowercased() == "http://\(host.lowercased())", "another origin was taken")
}

/// Sends bytes to a console and reads what comes.
///
/// - Parameter patience: The milliseconds after which a connection that the server keeps for more is closed; 0 for ever.
func ask(_ bytes: [UInt8], port: UInt16, patience: Int = 0) -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isOpen = withUnsafePointer(to: &place) { place in
        place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
    guard isOpen else { return [] }
    var limit = timeval(tv_sec: 0, tv_usec: patience * 1_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(descriptor, Int32(SHUT_WR))
    var heard: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { heard += piece.prefix(count) }
    return heard
}

var settings = Console.Options()
// No bus: what happens on the device is none of this program's business.
settings.bus = .at("unix:path=/nonexistent/bus")
let console = HTTPServer.isAvailable ? try Console(settings) : nil
let end = ContinuousClock.now + .seconds(options.seconds)
var count = 0
while ContinuousClock.now < end {
    for _ in 0..<200 { tryGate() }
    for body in bodies { _ = try? ConsoleActs.words(Array(damaged(body).utf8)) }
    for question in questions { _ = try? ConsoleLibrary.Question(Array(damaged(question).utf8)) }
    for change in changes { _ = try? ConsoleConfiguration.Change(Array(damaged(change).utf8)) }
    for picture in pictures {
        let path = ConsolePicture.path(damaged(picture))
        precondition(path?.hasPrefix("/") != false, "a path that is none")
        precondition(path?.utf8.contains(0) != true, "a path with a zero")
    }
    _ = ConsoleSocket.place(damaged("[::1]:8080"))
    if count.isMultiple(of: 16) { _ = ConsolePolicy.verdict(damaged(configuration), compares: false) }
    count += 213
    guard let console else { continue }
    let host = "Host: localhost:\(console.gate.port)\r\n"
    let right = "GET /?token=\(console.gate.token) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
    let act = """
        POST /act HTTP/1.1\r\n\(host)X-Console-Token: \(console.gate.token)\r\nContent-Length: 8\r\nConnection: close\r\n\r\n["lock"]
        """
    func post(_ path: String, _ body: String) -> String {
        "POST \(path) HTTP/1.1\r\n\(host)X-Console-Token: \(console.gate.token)\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }
    func get(_ path: String) -> String {
        "GET \(path)token=\(console.gate.token) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"
    }
    let others = [
        post("/library", questions[0]), post("/change", changes[0]), post("/policy?from=7", "[ducking]"),
        get("/configuration?"), get("/picture?song=1f&"), get("/picture?player=org.mpris.MediaPlayer2.page&"),
    ]
    for request in [right, act, others[mutation.choice(below: others.count)]] {
        let bytes = mutation.damaged(Array(request.utf8), headByteCount: request.utf8.count)
        // One that became a viewer's would not end.
        guard !String(decoding: bytes, as: UTF8.self).contains("/events") else { continue }
        _ = ask(bytes, port: console.gate.port, patience: 20)
        count += 1
    }
    precondition(
        ask(Array(right.utf8), port: console.gate.port).starts(with: "HTTP/1.1 200".utf8), "a right request is refused")
}
console?.stop()
print("fuzz-console: \(count) inputs")
