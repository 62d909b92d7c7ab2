conda create -y -n issue_lstm-peepholes python=3.11
conda activate issue_lstm-peepholes
pip install -r requirements.txt pytest
pytest -sx test_issue_lstm-peepholes.py
