import AVFAudio
