/// The sight of all viewers: the newest scene and levels, and the moments so far.
///
/// Everything is kept once, as the bytes that viewers are sent.
struct ConsoleBoard {
    /// The moments and the bytes that are kept; older ones are dropped.
    static let mostMoments = 500
    static let mostMomentBytes = 4 << 20

    /// How far a viewer has read.
    struct Place {
        fileprivate var scene = 0
        fileprivate var levels = 0
        fileprivate var surroundings = 0
        fileprivate var moment = 0
        fileprivate var beat = 0

        init() {}
    }

    private var scene: (number: Int, piece: [UInt8]) = (0, [])
    private var levels: (number: Int, piece: [UInt8]) = (0, [])
    private var surroundings: (number: Int, piece: [UInt8]) = (0, [])
    private var moments: [(number: Int, piece: [UInt8])] = []
    private var momentBytes = 0
    private var beat = 0

    init() {}

    /// The number of the newest moment.
    private(set) var lastMoment = 0

    mutating func show(scene line: String) { scene = (scene.number + 1, Self.piece("scene", line)) }

    mutating func show(levels line: String) { levels = (levels.number + 1, Self.piece("levels", line)) }

    mutating func show(surroundings line: String) {
        surroundings = (surroundings.number + 1, Self.piece("surroundings", line))
    }

    /// Adds a moment whose number is the next.
    mutating func add(moment line: String) {
        lastMoment += 1
        let piece = Self.piece("moment", line)
        moments.append((lastMoment, piece))
        momentBytes += piece.count
        while moments.count > Self.mostMoments || (momentBytes > Self.mostMomentBytes && moments.count > 1) {
            momentBytes -= moments.removeFirst().piece.count
        }
    }

    /// Has each viewer written to, so that those who are gone are found.
    mutating func giveBeat() { beat += 1 }

    /// Returns what is new since a place; empty when nothing is.
    func next(_ place: inout Place) -> [UInt8] {
        var pieces: [UInt8] = []
        if place.scene != scene.number {
            place.scene = scene.number
            pieces += scene.piece
        }
        if place.levels != levels.number {
            place.levels = levels.number
            pieces += levels.piece
        }
        if place.surroundings != surroundings.number {
            place.surroundings = surroundings.number
            pieces += surroundings.piece
        }
        for moment in moments where moment.number > place.moment {
            place.moment = moment.number
            pieces += moment.piece
            if pieces.count > 65_536 { break }
        }
        if pieces.isEmpty, place.beat != beat { pieces = Array(":\n\n".utf8) }
        place.beat = beat
        return pieces
    }

    /// An event of a stream; a line of JSON has no line breaks.
    ///
    /// - Source: HTML Living Standard, 9.2.5 "Parsing an event stream".
    private static func piece(_ event: String, _ line: String) -> [UInt8] {
        Array("event: \(event)\ndata: \(line)\n\n".utf8)
    }
}
