/// The place of a program's tap in the input of its stream.
///
/// A stream's taps are its last input channels, one tap after the other.
package struct StreamTap: Hashable, Sendable {
    /// The number that the program gave its tap.
    package var number: Int
    package var channelCount: Int

    package init(number: Int, channelCount: Int) { (self.number, self.channelCount) = (number, channelCount) }

    /// The maximum number of taps in one stream.
    package static let most = 64

    /// Taps as text, such as "3:2 4:1".
    package static func text(_ taps: [StreamTap]) -> String {
        taps.map { "\($0.number):\($0.channelCount)" }.joined(separator: " ")
    }

    /// Returns the taps of a text; nil for another text, or where they have more channels than `limit`.
    package static func taps(_ text: String, limit: Int) -> [StreamTap]? {
        let words = text.split(separator: " ")
        guard words.count <= most else { return nil }
        var taps: [StreamTap] = []
        var left = limit
        for word in words {
            let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let number = numbers[0], let channels = numbers[1], (1...64).contains(channels),
                channels <= left
            else { return nil }
            left -= channels
            taps.append(StreamTap(number: number, channelCount: channels))
        }
        return taps
    }
}

extension StreamDescription {
    /// The input channels that are not those of taps.
    package var microphoneChannels: Int { max(0, inputChannels - taps.reduce(0) { $0 + $1.channelCount }) }
}
