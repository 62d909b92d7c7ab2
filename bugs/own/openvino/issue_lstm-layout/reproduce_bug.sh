conda create -y -n issue_lstm-layout python=3.11
conda activate issue_lstm-layout
pip install -r requirements.txt pytest
pytest -sx test_issue_lstm-layout.py
