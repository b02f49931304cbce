import AVFAudio

/// The level beside the line that shows how far a file is.
extension Playback {
    private static let levelWidth = 10
    /// Below this nothing is shown, in dB of full scale.
    private static let floorDecibels: Float = -60

    /// The peak of the loudest channel as a bar: six decibels for each place; empty for a sound without a meter.
    var levelBar: String {
        guard let player = player as? AVAudioPlayer, player.isMeteringEnabled else { return "" }
        player.updateMeters()
        let peak = (0..<player.numberOfChannels).map { player.peakPower(forChannel: $0) }.max() ?? Self.floorDecibels
        let share = max(0, min(1, (peak - Self.floorDecibels) / -Self.floorDecibels))
        let done = player.isPlaying ? Int(share * Float(Self.levelWidth)) : 0
        return String(repeating: "▮", count: done) + String(repeating: "▯", count: Self.levelWidth - done) + " "
    }
}
