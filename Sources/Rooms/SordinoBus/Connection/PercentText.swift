extension String {
    /// Decodes text in which a byte may be written as "%" and two hexadecimal digits; other signs stand for themselves.
    ///
    /// - Source: D-Bus Specification 0.43, "Server Addresses".
    package init(percentDecoded text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
