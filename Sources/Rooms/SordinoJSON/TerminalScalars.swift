extension Unicode.Scalar {
    /// Indicates whether the character controls a terminal or changes the direction of writing: text from outside that contains
    /// one must not be printed unchanged.
    package var steersTerminal: Bool {
        switch value {
        // C0 and C1, which hold CSI and OSC; line and paragraph separators.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        // Marks, embeddings, overrides and isolates of direction; the invisible characters of the tags block.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }
}
