conda create -y -n issue_argmax-nan python=3.11
conda activate issue_argmax-nan
pip install -r requirements.txt pytest
pytest -sx test_issue_argmax-nan.py
