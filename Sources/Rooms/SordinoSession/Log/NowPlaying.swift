import SordinoPolicy

/// A program's own words about its playback: what shells show, and which keys it answers to.
package struct PlaybackReport: Hashable, Sendable {
    /// A program's own word about whether it plays; what is heard decides where it says nothing.
    package enum State: String, Sendable { case unknown, playing, paused, stopped }

    package var title: String?
    package var artist: String?
    package var album: String?
    /// Where the recording is, as a URL.
    package var url: String?
    package var trackNumber: Int?
    /// The length of the track in seconds; nil if it is not known.
    package var duration: Double?
    /// Seconds from the beginning, when the report was made.
    package var elapsed: Double?
    /// 1 is the usual speed; 0 while it rests.
    package var rate = 1.0
    package var state = State.unknown
    /// Names of the commands that it answers to, as on the wire.
    package var commands: [String] = []
    /// Seconds of a skip.
    package var forwardSeconds: Double?
    package var backwardSeconds: Double?
    /// The speeds that it offers; empty for any.
    package var rates: [Double] = []
    package var albumArtist: String?
    package var genre: String?
    package var composer: String?
    /// The name of the podcast whose episode it plays.
    package var podcast: String?
    /// Where the picture is, as a URL.
    package var artwork: String?
    package var discNumber: Int?
    /// Chapters and items of the queue are counted from 0.
    package var chapterNumber: Int?
    package var chapterCount: Int?
    package var queueIndex: Int?
    package var queueCount: Int?
    /// 1 for sound, 2 for pictures with sound.
    package var mediaType: Int?
    /// The person's rating from 0 to 1.
    package var rating: Double?
    /// 0 for off, 1 for one item, 2 for all; nil if the program does not repeat.
    package var repeatMode: Int?
    /// 0 for off, 1 for items, 2 for collections; nil if the program does not shuffle.
    package var shuffleMode: Int?
    /// Indicates a stream without a beginning and an end.
    package var isLive = false
    /// The languages that can be chosen, by their tags.
    package var languages: [String] = []

    package init() {}

    /// The same within bounds: texts of 1,024 bytes at most, numbers that are numbers.
    var bounded: PlaybackReport {
        func text(_ text: String?) -> String? { text.map { String($0.prefix(256)) } }
        func number(_ number: Double?) -> Double? {
            number.flatMap { $0.isFinite && (0...1e9).contains($0) ? $0 : nil }
        }
        var report = self
        (report.title, report.artist, report.album) = (text(title), text(artist), text(album))
        report.url = url.map { String($0.prefix(1_024)) }
        (report.duration, report.elapsed) = (number(duration), number(elapsed))
        report.rate = rate.isFinite && abs(rate) <= 100 ? rate : 1
        report.commands = commands.prefix(32).map { String($0.prefix(32)) }
        (report.forwardSeconds, report.backwardSeconds) = (number(forwardSeconds), number(backwardSeconds))
        report.rates = rates.filter { $0.isFinite && abs($0) <= 100 }.prefix(32).map { $0 }
        (report.albumArtist, report.genre, report.composer) = (text(albumArtist), text(genre), text(composer))
        report.podcast = text(podcast)
        report.artwork = artwork.map { String($0.prefix(1_024)) }
        report.rating = rating.flatMap { $0.isFinite ? max(0, min($0, 1)) : nil }
        report.languages = languages.prefix(32).map { String($0.prefix(32)) }
        return report
    }
}

extension PlaybackReport.State: WireRaw {}

extension PlaybackReport: WireTabled {
    package static let blank = PlaybackReport()
    package static let wireFields: [WireField<PlaybackReport>] = [
        WireField("title", ifThere: \.title), WireField("artist", ifThere: \.artist),
        WireField("album", ifThere: \.album), WireField("url", ifThere: \.url),
        WireField("trackNumber", ifThere: \.trackNumber), WireField("duration", ifThere: \.duration),
        WireField("elapsed", ifThere: \.elapsed), WireField("rate", mayMiss: \.rate),
        WireField("state", mayMiss: \.state), WireField("commands", mayMiss: \.commands),
        WireField("forwardSeconds", ifThere: \.forwardSeconds),
        WireField("backwardSeconds", ifThere: \.backwardSeconds), WireField("rates", mayMiss: \.rates),
        WireField("albumArtist", ifThere: \.albumArtist), WireField("genre", ifThere: \.genre),
        WireField("composer", ifThere: \.composer), WireField("podcast", ifThere: \.podcast),
        WireField("artwork", ifThere: \.artwork), WireField("discNumber", ifThere: \.discNumber),
        WireField("chapterNumber", ifThere: \.chapterNumber), WireField("chapterCount", ifThere: \.chapterCount),
        WireField("queueIndex", ifThere: \.queueIndex), WireField("queueCount", ifThere: \.queueCount),
        WireField("mediaType", ifThere: \.mediaType), WireField("rating", ifThere: \.rating),
        WireField("repeatMode", ifThere: \.repeatMode), WireField("shuffleMode", ifThere: \.shuffleMode),
        WireField("isLive", mayMiss: \.isLive), WireField("languages", mayMiss: \.languages),
    ]
}

/// A program's playback as keys and shells find it.
package struct NowPlaying: Hashable, Sendable {
    package let app: AppID
    package let name: String
    package let identifier: String
    /// Indicates whether the program plays now, or would play if it were not interrupted.
    package let isPlaying: Bool
    package let report: PlaybackReport
    /// The place at `placeMoment`, in seconds; it moves with the report's rate while it plays.
    package let place: Double
    package let placeMoment: Moment
    /// Indicates whether it is the program that played last without mixing.
    package let isLatest: Bool

    package init(
        app: AppID, name: String, identifier: String, isPlaying: Bool, report: PlaybackReport = PlaybackReport(),
        place: Double = 0, placeMoment: Moment = .zero, isLatest: Bool = false
    ) {
        self.app = app
        self.name = name
        self.identifier = identifier
        self.isPlaying = isPlaying
        self.report = report
        self.place = place
        self.placeMoment = placeMoment
        self.isLatest = isLatest
    }

    /// Returns whether it answers to a command.
    package func answers(to command: String) -> Bool { report.commands.contains(command) }

    /// The place now, in seconds.
    package func place(at now: Moment) -> Double {
        let moved = isPlaying ? max(0, now.seconds - placeMoment.seconds) * report.rate : 0
        let place = max(0, place + moved)
        return report.duration.map { min(place, $0) } ?? place
    }
}
