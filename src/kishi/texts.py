"""Every text of the interface in one table: English and Japanese complete, Chinese where done.

A test holds the table to that, and to the same placeholders in every language.
"""

from dataclasses import dataclass

from .texts_learn import LEARN
from .texts_train import TRAIN
from .texts_web import WEB

LANGUAGES = ("en", "ja", "zh")

TEXTS: dict[str, dict[str, str]] = {
    # The two sides.
    "black": {"en": "Black", "ja": "黒", "zh": "黑"},
    "white": {"en": "White", "ja": "白", "zh": "白"},
    "sente": {"en": "Sente", "ja": "先手", "zh": "先手"},
    "gote": {"en": "Gote", "ja": "後手", "zh": "后手"},
    "in_hand": {"en": "in hand: {pieces}", "ja": "持駒: {pieces}", "zh": "持驹: {pieces}"},
    "no_hand": {"en": "nothing", "ja": "なし", "zh": "无"},
    # Asking.
    "prompt": {
        "en": "{side}, your move (? for help): ",
        "ja": "{side}の番です (? でヘルプ): ",
        "zh": "轮到{side} (? 查看帮助): ",
    },
    "help": {
        "en": "Type a move: {how}\n"
        "  undo       back to your last move\n"
        "  hint       a move that the computer would play\n"
        "  resign     give the game up\n"
        "  save FILE  keep the game in a file\n"
        "  quit       leave; the game is saved (end of input and Ctrl-C do the same)\n"
        "  ?          this help",
        "ja": "手を入力してください: {how}\n"
        "  undo       自分の前の手まで戻す\n"
        "  hint       コンピュータならこう指すという手\n"
        "  resign     投了する\n"
        "  save FILE  棋譜をファイルに保存する\n"
        "  quit       終了する (棋譜は保存されます。入力の終わりや Ctrl-C でも同じ)\n"
        "  ?          このヘルプ",
        "zh": "请输入着法: {how}\n"
        "  undo       退回到自己的上一手\n"
        "  hint       电脑会走的着法\n"
        "  resign     认输\n"
        "  save FILE  把棋谱存入文件\n"
        "  quit       离开 (自动保存; 输入结束或 Ctrl-C 也一样)\n"
        "  ?          本帮助",
    },
    "how_othello": {
        "en": "a square such as {example}.",
        "ja": "マスの名前 (例: {example})。",
        "zh": "格子名 (例: {example})。",
    },
    "how_gomoku": {
        "en": "a point such as {example}, or row and column from the top left in two hex digits.",
        "ja": "点の名前 (例: {example})。左上から数えた行と列の 16 進 2 桁でもよい。",
        "zh": "交叉点名 (例: {example}); 也可用从左上角数起的行列两位十六进制数。",
    },
    "how_minishogi": {
        "en": "from and to, such as {example}; + promotes (5b5a+), P*3c drops a pawn "
        "(or 2A3A, 4A5AN, 3CGI).",
        "ja": "元のマスと先のマス (例: {example})。成りは + (5b5a+)、打つ手は P*3c "
        "(2A3A, 4A5AN, 3CGI でもよい)。",
        "zh": "起点和终点 (例: {example}); 升变加 + (5b5a+), 打入写作 P*3c "
        "(也可用 2A3A, 4A5AN, 3CGI)。",
    },
    # Mistypes: what is wrong, and what would be right.
    "not_a_move": {
        "en": "'{typed}' is no move and no command. A move is {how}",
        "ja": "「{typed}」は手でもコマンドでもありません。手は{how}",
        "zh": "“{typed}”既不是着法也不是命令。着法是{how}",
    },
    "occupied": {
        "en": "{move} is not possible: the square is taken.",
        "ja": "{move} は打てません: すでに埋まっています。",
        "zh": "{move} 不行: 那里已有棋子。",
    },
    "turns_nothing": {
        "en": "{move} is not possible: it turns no disc over.",
        "ja": "{move} は打てません: 返せる石がありません。",
        "zh": "{move} 不行: 翻不了任何棋子。",
    },
    "no_pass": {
        "en": "You may not pass while you have a move.",
        "ja": "打てる手があるときはパスできません。",
        "zh": "有棋可下时不能弃权。",
    },
    "forbidden": {
        "en": "{move} is forbidden to Black in renju (double three, double four, overline).",
        "ja": "{move} は連珠の禁手です (三々、四々、長連)。",
        "zh": "{move} 是连珠禁手 (三三、四四、长连)。",
    },
    "empty_square": {
        "en": "{move} is not possible: there is no piece on that square.",
        "ja": "{move} は指せません: そのマスに駒がありません。",
        "zh": "{move} 不行: 起点没有棋子。",
    },
    "not_yours": {
        "en": "{move} is not possible: that piece is not yours.",
        "ja": "{move} は指せません: 相手の駒です。",
        "zh": "{move} 不行: 那是对方的棋子。",
    },
    "own_piece": {
        "en": "{move} is not possible: your own piece stands there.",
        "ja": "{move} は指せません: 自分の駒があります。",
        "zh": "{move} 不行: 那里有自己的棋子。",
    },
    "not_in_hand": {
        "en": "{move} is not possible: you have no such piece in hand.",
        "ja": "{move} は打てません: その駒は持駒にありません。",
        "zh": "{move} 不行: 手中没有这种棋子。",
    },
    "must_promote": {
        "en": "{move} is not possible: the piece must promote (add +).",
        "ja": "{move} は指せません: 成らなければなりません (+ を付ける)。",
        "zh": "{move} 不行: 必须升变 (加 +)。",
    },
    "cannot_promote": {
        "en": "{move} is not possible: the piece cannot promote there (leave out the +).",
        "ja": "{move} は指せません: そこでは成れません (+ を付けない)。",
        "zh": "{move} 不行: 那里不能升变 (去掉 +)。",
    },
    "pawn_drop": {
        "en": "{move} is not possible: a pawn may not be dropped on the last rank, to give mate, "
        "or on a file with your own pawn; and a check must be met.",
        "ja": "{move} は打てません: 行き所のない歩、二歩、打ち歩詰め、または王手放置です。",
        "zh": "{move} 不行: 无路之步、二步、打步诘或不应将。",
    },
    "piece_drop": {
        "en": "{move} is not possible: it leaves your king in check.",
        "ja": "{move} は打てません: 王手放置です。",
        "zh": "{move} 不行: 王仍被将军。",
    },
    "piece_move": {
        "en": "{move} is not possible: the piece does not move so, or your king would be in check.",
        "ja": "{move} は指せません: その駒はそう動けないか、自玉に王手がかかります。",
        "zh": "{move} 不行: 棋子不能这样走, 或王会被将军。",
    },
    "near": {
        "en": "Try: {moves}",
        "ja": "近い手: {moves}",
        "zh": "可以走: {moves}",
    },
    # What happens.
    "plays": {
        "en": "{side} ({player}): {move}",
        "ja": "{side} ({player}): {move}",
        "zh": "{side} ({player}): {move}",
    },
    "thinking": {
        "en": "{side} ({player}) is thinking",
        "ja": "{side} ({player}) が考えています",
        "zh": "{side} ({player}) 正在思考",
    },
    "passes": {
        "en": "{side} has no move and must pass.",
        "ja": "{side}は打てる所がないのでパスします。",
        "zh": "{side}无棋可下, 弃权。",
    },
    "hint": {"en": "Hint: {move}", "ja": "ヒント: {move}", "zh": "提示: {move}"},
    "nothing_to_undo": {
        "en": "There is no move of yours to take back.",
        "ja": "戻せる手がありません。",
        "zh": "没有可以悔的棋。",
    },
    "nobody": {
        "en": "There is no terminal and no input: the computer plays both sides.",
        "ja": "端末も入力もないので、コンピュータ同士で対局します。",
        "zh": "没有终端也没有输入: 由电脑自己对局。",
    },
    # What a player thought.
    "value": {"en": "value {value}", "ja": "評価 {value}", "zh": "评价 {value}"},
    "points": {"en": "points {points}", "ja": "点 {points}", "zh": "分 {points}"},
    "exact": {"en": "exact", "ja": "読み切り", "zh": "算清"},
    "depth": {"en": "depth {depth}", "ja": "深さ {depth}", "zh": "深度 {depth}"},
    "nodes": {"en": "{nodes} nodes", "ja": "{nodes} 局面", "zh": "{nodes} 节点"},
    "seconds": {"en": "{seconds} s", "ja": "{seconds} 秒", "zh": "{seconds} 秒"},
    # Files.
    "saved": {
        "en": "The game is saved in {file}",
        "ja": "棋譜を保存しました: {file}",
        "zh": "棋谱已保存: {file}",
    },
    "continue": {
        "en": "Go on with: kishi play --continue {file}",
        "ja": "続けるには: kishi play --continue {file}",
        "zh": "继续: kishi play --continue {file}",
    },
    "save_needs_name": {
        "en": "Write the file's name: save FILE",
        "ja": "ファイル名を書いてください: save FILE",
        "zh": "请写文件名: save FILE",
    },
    "not_saved": {
        "en": "The game could not be saved ({why}); its moves: {moves}",
        "ja": "棋譜を保存できませんでした ({why})。手順: {moves}",
        "zh": "棋谱无法保存 ({why})。着法: {moves}",
    },
    # The end.
    "wins": {
        "en": "{side} ({player}) wins.",
        "ja": "{side} ({player}) の勝ちです。",
        "zh": "{side} ({player}) 获胜。",
    },
    "draw": {"en": "The game is a draw.", "ja": "引き分けです。", "zh": "和棋。"},
    "because_discs": {
        "en": "Discs: {first} to {second}.",
        "ja": "石の数: {first} 対 {second}。",
        "zh": "棋子数: {first} 比 {second}。",
    },
    "with_empties": {
        "en": "Officially {first} to {second}: the empty squares go to the winner.",
        "ja": "公式の石差では空きマスも勝者に加え、{first} 対 {second}。",
        "zh": "按正式规则空格归胜者: {first} 比 {second}。",
    },
    "because_five": {"en": "Five in a row.", "ja": "五が並びました。", "zh": "五子连线。"},
    "because_full": {
        "en": "No point is left to play.",
        "ja": "打てる点がもうありません。",
        "zh": "已无处可下。",
    },
    "because_mate": {
        "en": "The other side has no legal move.",
        "ja": "相手に指せる手がありません (詰み)。",
        "zh": "对方无棋可走 (将死)。",
    },
    "because_repetition": {
        "en": "The position occurred for the fourth time.",
        "ja": "同一局面が四回現れました (千日手)。",
        "zh": "同一局面出现了四次。",
    },
    "because_resigned": {
        "en": "The other side resigned.",
        "ja": "相手が投了しました。",
        "zh": "对方认输。",
    },
    "because_illegal move": {
        "en": "The other side played an illegal move.",
        "ja": "相手が反則の手を指しました。",
        "zh": "对方走了违规的棋。",
    },
    "because_failed": {
        "en": "The other player failed: {why}",
        "ja": "相手のプログラムが止まりました: {why}",
        "zh": "对方程序出错: {why}",
    },
    "players": {
        "en": "{first} (first) against {second} (second), {plies} moves",
        "ja": "{first} (先) 対 {second} (後)、{plies} 手",
        "zh": "{first} (先) 对 {second} (后), {plies} 手",
    },
}

for _key, _texts in (*WEB.items(), *TRAIN.items(), *LEARN.items()):
    TEXTS[_key] = dict(zip(LANGUAGES, _texts, strict=False))


@dataclass(frozen=True, slots=True)
class Words:
    """The table in one language; where a text is not translated, English."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        texts = TEXTS[key]
        return texts.get(self.language, texts["en"]).format(**values)
