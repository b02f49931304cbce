import Testing

@testable import SordinoStreaming

struct HTTPHeadTests {
    @Test func aHeadIsStatusAndFields() throws {
        let head = try #require(
            HTTPHead(Array("HTTP/1.1 200 OK\r\nContent-Length: 12\r\nicy-name:  Radio \r\n\r\n".utf8)))
        #expect(head.status == 200)
        #expect(head.number("content-length") == 12)
        #expect(head.fields["icy-name"] == "Radio")
        #expect(HTTPHead(Array("ICY 200 OK\r\n\r\n".utf8))?.status == 200)
        #expect(HTTPHead(Array("GIF89a\r\n\r\n".utf8)) == nil)
    }

    @Test func addressesAreTakenApart() throws {
        let address = try #require(HTTPAddress("http://radio.example:8000/a/b?c=d#e"))
        #expect((address.host, address.port, address.path) == ("radio.example", 8000, "/a/b?c=d"))
        #expect(HTTPAddress("HTTP://[::1]/x")?.host == "::1")
        #expect(HTTPAddress("http://radio.example")?.path == "/")
        for wrong in [
            "gopher://x/", "http://", "https://", "http://x:0/", "http://x:99999/", "http://x/a b", "file:///x", "x",
        ] {
            #expect(HTTPAddress(wrong) == nil, "\(wrong)")
        }
        #expect(address.following("/z")?.path == "/z")
        #expect(address.following("z")?.path == "/a/z")
        #expect(address.following("http://other/z")?.host == "other")
        #expect(address.following("https://other/z")?.isSecure == true)
        #expect(address.following("//other/z")?.isSecure == false)
        #expect(address.following("gopher://other/z") == nil)
        let secure = try #require(HTTPAddress("https://radio.example/a"))
        #expect(secure.isSecure && secure.port == 443)
        #expect(secure.following("//other/z")?.isSecure == true)
        #expect(HTTPAddress("https://radio.example:80/")?.port == 80)
    }

    @Test func aPathMayHoldAnAddressAndLosesItsFragment() throws {
        let address = try #require(HTTPAddress("http://radio.example/a/b?c=d"))
        #expect(address.following("z?from=http://other/")?.path == "/a/z?from=http://other/")
        #expect(address.following("?e")?.path == "/a/b?e")
        #expect(address.following("/z#e")?.path == "/z")
        #expect(address.following("/a b") == nil)
    }

    @Test func anEncryptedAddressLeadsToEncryptedOnesOnly() throws {
        let secure = try #require(HTTPAddress("https://radio.example/a"))
        #expect(secure.following("http://radio.example/a") == nil)
        #expect(secure.following("HTTP://radio.example:443/a") == nil)
        #expect(secure.following("https://other/a")?.host == "other")
    }

    /// Source: RFC 6454, 5: scheme, host and port.
    @Test func anOriginIsSchemeHostAndPort() throws {
        let address = try #require(HTTPAddress("http://radio.example/a"))
        for same in ["http://RADIO.example/b", "http://radio.example:80/"] {
            let next = try #require(HTTPAddress(same))
            #expect(next.isOfSameOrigin(as: address), "\(same)")
        }
        for other in ["https://radio.example/a", "http://radio.example:81/a", "http://a.radio.example/", "http://x/a"] {
            let next = try #require(HTTPAddress(other))
            #expect(!next.isOfSameOrigin(as: address), "\(other)")
        }
    }

    @Test func partsSayWhereTheyBegin() throws {
        func range(_ text: String) throws -> (first: Int64, total: Int64?)? {
            try #require(HTTPHead(Array("HTTP/1.1 206 X\r\nContent-Range: \(text)\r\n\r\n".utf8))).range
        }
        let known = try #require(try range("bytes 10-99/100"))
        #expect(known.first == 10 && known.total == 100)
        #expect(try #require(try range("bytes 0-9/*")).total == nil)
        for wrong in ["bytes */100", "lines 1-2/3", "bytes 1-2", "bytes -5-2/9"] {
            #expect(try range(wrong) == nil, "\(wrong)")
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func titlesAreTakenOutOfTheSound(pieceByteCount: Int) throws {
        let note = Array("StreamTitle='It's a song';StreamUrl='';".utf8)
        let padded = note + [UInt8](repeating: 0, count: 48 - note.count)
        let sent = Array("0123456789".utf8) + [3] + padded + Array("abcdefghij".utf8) + [0] + Array("klm".utf8)
        let head = try #require(HTTPHead(Array("ICY 200 OK\r\nicy-metaint: 10\r\n\r\n".utf8)))
        var body = StreamBody(head)
        var (sound, titles) = ([UInt8](), [String]())
        for start in stride(from: 0, to: sent.count, by: pieceByteCount) {
            body.take(sent[start..<min(sent.count, start + pieceByteCount)]) {
                sound += $0
            } title: {
                titles.append($0)
            }
        }
        #expect(sound == Array("0123456789abcdefghijklm".utf8))
        #expect(titles == ["It's a song"])
    }
}
