conda create -y -n issue_litert-int16-soft-shrink python=3.11
conda activate issue_litert-int16-soft-shrink
pip install -r requirements.txt pytest
pytest -sx test_issue_litert-int16-soft-shrink.py
