conda create -y -n issue_avgpool-ceil-pad python=3.11
conda activate issue_avgpool-ceil-pad
pip install -r requirements.txt
pytest -sx test_issue_avgpool-ceil-pad.py
